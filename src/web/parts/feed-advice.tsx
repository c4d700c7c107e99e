import { useState } from 'preact/hooks'
import type { getAdvice } from '../../http/contract/advice.ts'
import type { pollFeed } from '../../http/contract/feeds.ts'
import type { addSubscription, getSubscription } from '../../http/contract/subscriptions.ts'
import { send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { feedsChanged, ownName, removeFeed, setHidden } from '../feed-changes.ts'
import { type Page, useData, usePage, useTexts } from '../page.ts'
import { adviceWords, askedWords } from '../reason-words.ts'

type Advice = Answer<typeof getAdvice>['items'][number]

/** How many are shown before all are asked for. */
const SHOWN = 5

/** Feeds that need the reader, worst first as the API has them, each with the one thing to do. `feed` limits it to one. */
export function FeedAdvice({ feed = null }: { readonly feed?: number | null }) {
  const t = useTexts().advice
  const { data } = useData<typeof getAdvice>('/advice')
  const [isAll, setAll] = useState(false)
  const items = (data?.items ?? []).filter((one) => feed === null || one.feed === feed)
  if (items.length === 0) return null
  return (
    <section class="section advice" aria-labelledby="advice">
      <h2 id="advice">
        {t.title} {feed === null && <span class="facts">{t.of(items.length)}</span>}
      </h2>
      <ul class="plain">
        {items.slice(0, isAll ? undefined : SHOWN).map((one) => (
          <AdviceLine key={one.feed} advice={one} isNamed={feed === null} />
        ))}
      </ul>
      {!isAll && items.length > SHOWN && (
        <p>
          <button type="button" onClick={() => setAll(true)}>
            {t.all(items.length)}
          </button>
        </p>
      )}
    </section>
  )
}

function AdviceLine({ advice, isNamed }: { readonly advice: Advice; readonly isNamed: boolean }) {
  const page = usePage()
  const texts = useTexts()
  const t = texts.advice
  const [isBusy, setBusy] = useState(false)
  const { kind } = advice.action
  async function act(): Promise<void> {
    setBusy(true)
    await follow(page, advice)
    setBusy(false)
  }
  return (
    <li class="row">
      {isNamed && (
        <a href={`/feeds/${advice.feed}`} dir="auto">
          {advice.name}
        </a>
      )}
      <span class="words">
        {adviceWords(texts, advice)}
        {advice.action.url !== undefined && <span class="facts address"> {advice.action.url}</span>}
      </span>
      {kind !== 'none' && (
        <button type="button" disabled={isBusy} onClick={() => void act()}>
          {t[kind]} <span class="unseen">{advice.name}</span>
        </button>
      )}
    </li>
  )
}

/** Does what the advice says. */
async function follow(page: Page, { feed, subscription, name, action }: Advice): Promise<void> {
  const { actions, call, data, notices, texts } = page
  const subscribed = () => send<typeof getSubscription>(call, 'GET', `/subscriptions/${subscription}`)
  if (action.kind === 'hide') return setHidden(page, subscription, name, true)
  if (action.kind === 'remove') {
    const found = await actions.attempt(subscribed)
    if (found !== null) await removeFeed(page, found)
  }
  if (action.kind === 'poll') {
    const asked = await actions.attempt(() => send<typeof pollFeed>(call, 'POST', `/feeds/${feed}/poll`))
    if (asked !== null) notices.tell(askedWords(texts.peek(), asked))
    data.invalidate('/feeds')
  }
  if (action.kind === 'useAddress') await useAddress(page, await actions.attempt(subscribed), action.url!)
}

/** Follows a feed at another address, filed and named as before, and the old one no longer. */
async function useAddress(
  { actions, call, data, texts }: Page,
  before: Answer<typeof getSubscription> | null,
  url: string,
): Promise<void> {
  if (before === null) return
  const { tab, category, tier, kind, siteTitle, name, fullText } = before
  await actions.attempt(async () => {
    const wanted = { url, tab, category, tier, kind, siteTitle, name: ownName(before), fullText }
    const { id } = await send<typeof addSubscription>(call, 'POST', '/subscriptions', wanted)
    await call('PATCH', `/subscriptions/${id}`, { position: before.position, itemLimit: before.itemLimit })
    await call('DELETE', `/subscriptions/${before.id}`)
  }, texts.peek().advice.useAddressDone(name))
  feedsChanged(data)
}
