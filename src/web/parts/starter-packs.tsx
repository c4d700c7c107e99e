import { useState } from 'preact/hooks'
import type { listPacks, Pack, subscribeToPack } from '../../http/contract/packs.ts'
import { send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { feedsChanged } from '../feed-changes.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ShowLoaded } from './loaded.tsx'

const PATH = '/packs'

/** Packs of the reader's language first, before those in another script of it; otherwise in their order. */
export function packsFor<P extends { readonly language: string }>(packs: readonly P[], tag: string): P[] {
  const isOwn = ({ language }: P) => `${tag}-`.startsWith(`${language}-`)
  const isAkin = ({ language }: P) => language.split('-')[0] === tag.split('-')[0]
  const rank = (pack: P) => (isOwn(pack) ? 0 : isAkin(pack) ? 1 : 2)
  return [...packs].sort((a, b) => rank(a) - rank(b))
}

/** Public feeds to begin with: whole packs, or single feeds of them. */
export function StarterPacks() {
  const { data } = usePage()
  const t = useTexts().welcome
  return (
    <ShowLoaded of={useData<typeof listPacks>(PATH)} retry={() => void data.reload(PATH)}>
      {({ items }: Answer<typeof listPacks>) =>
        items.length === 0 ? <p class="facts">{t.noPacks}</p> : <Packs packs={items} />
      }
    </ShowLoaded>
  )
}

function Packs({ packs }: { readonly packs: readonly Pack[] }) {
  const { actions, call, data, notices } = usePage()
  const texts = useTexts()
  const t = texts.welcome
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (urls: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked)
    for (const url of urls) isTicked ? next.add(url) : next.delete(url)
    setTicked(next)
  }
  async function follow(): Promise<void> {
    const done = await actions.attempt(() =>
      send<typeof subscribeToPack>(call, 'POST', '/packs/subscribe', { urls: [...ticked] }),
    )
    if (done === null) return
    notices.tell(t.followed(done.added))
    setTicked(new Set())
    feedsChanged(data)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ticked.size > 0) void follow()
      }}
    >
      <p class="facts">{t.packsHint}</p>
      {packs.some(({ checkedOn }) => checkedOn === null) && <p class="facts">{t.unchecked}</p>}
      <div class="packs">
        {packsFor(packs, texts.tag).map((pack) => (
          <PackChoice key={pack.id} pack={pack} ticked={ticked} tick={tick} />
        ))}
      </div>
      <p class="row">
        <button type="submit" class="primary" disabled={ticked.size === 0}>
          {t.follow(ticked.size)}
        </button>
      </p>
    </form>
  )
}

interface PackChoiceProps {
  readonly pack: Pack
  readonly ticked: ReadonlySet<string>
  readonly tick: (urls: readonly string[], isTicked: boolean) => void
}

function PackChoice({ pack, ticked, tick }: PackChoiceProps) {
  const t = useTexts()
  const free = pack.feeds.filter(({ subscription }) => subscription === null).map(({ url }) => url)
  const isAll = free.length > 0 && free.every((url) => ticked.has(url))
  const language = new Intl.DisplayNames([t.tag], { type: 'language' }).of(pack.language)
  return (
    <fieldset class="pack">
      <legend dir="auto" lang={pack.language}>
        {pack.name}
      </legend>
      <label>
        <input
          type="checkbox"
          checked={isAll || free.length === 0}
          disabled={free.length === 0}
          onChange={({ currentTarget }) => tick(free, currentTarget.checked)}
        />{' '}
        {t.welcome.pickAll(pack.name)}
      </label>
      <p class="facts">
        {language} · {t.welcome.feedsOf(pack.feeds.length)}
        {pack.checkedOn !== null && ` · ${t.welcome.checked(pack.checkedOn)}`}
      </p>
      <details>
        <summary class="facts">{pack.feeds.map(({ name }) => name).join(', ')}</summary>
        <ul class="plain">
          {pack.feeds.map(({ name, url, subscription }) => (
            <li key={url}>
              <label>
                <input
                  type="checkbox"
                  checked={subscription !== null || ticked.has(url)}
                  disabled={subscription !== null}
                  onChange={({ currentTarget }) => tick([url], currentTarget.checked)}
                />{' '}
                <span dir="auto">{name}</span>
                {subscription !== null && <span class="facts"> {t.welcome.have}</span>}
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  )
}
