import { useState } from 'preact/hooks'
import type { listSavedSearches } from '../../http/contract/search.ts'
import type { addToken, listTokens } from '../../http/contract/session.ts'
import type { listTabs } from '../../http/contract/tabs.ts'
import { send } from '../api.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { useSubmit } from '../use-submit.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Icon } from './icon.tsx'

const TOKENS = '/tokens'

/** The secret addresses of feeds that other programs read: made, shown once, and renewed. */
export function FeedsOut() {
  const { call, data } = usePage()
  const t = useTexts().settings
  const { problem, isBusy, run } = useSubmit()
  const tokens = useData<typeof listTokens>(TOKENS).data?.items ?? []
  const older = tokens.filter(({ kind }) => kind === 'feed')
  const [secret, setSecret] = useState<string | null>(null)
  async function make(): Promise<void> {
    const made = await run(async () => {
      const body = { name: t.feedsOut, scope: 'read', kind: 'feed' } as const
      const answer = await send<typeof addToken>(call, 'POST', TOKENS, body)
      for (const { id } of older) await call('DELETE', `${TOKENS}/${id}`)
      return answer
    })
    if (made !== null) setSecret(made.secret)
    data.invalidate(TOKENS)
  }
  return (
    <section class="section" aria-labelledby="feeds-out">
      <h2 id="feeds-out">{t.feedsOut}</h2>
      <p class="facts">{t.feedsOutHint}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      {secret !== null && <Addresses secret={secret} />}
      {secret === null && older.length > 0 && <p>{t.feedsOutMade}</p>}
      {older.length > 0 ? (
        <ConfirmButton
          label={t.renewFeeds}
          question={t.renewFeedsQuestion}
          confirm={t.renewFeeds}
          onConfirm={() => void make()}
        />
      ) : (
        <button type="button" disabled={isBusy} onClick={() => void make()}>
          {t.makeFeeds}
        </button>
      )}
    </section>
  )
}

/** Every feed that there is now, in each format. */
function Addresses({ secret }: { readonly secret: string }) {
  const t = useTexts()
  const tabs = useData<typeof listTabs>('/tabs').data?.items ?? []
  const searches = useData<typeof listSavedSearches>('/saved-searches').data?.items ?? []
  const feeds: readonly (readonly [name: string, path: string])[] = [
    [t.settings.feedLatest, 'latest'],
    [t.settings.feedSaved, 'saved'],
    [t.digests.title, 'digests'],
    [t.settings.feedTopics, 'topics'],
    ...tabs.map(({ key, name }) => [name, `tabs/${encodeURIComponent(key)}`] as const),
    ...searches.map(({ id, name }) => [name, `searches/${id}`] as const),
  ]
  return (
    <div role="status">
      <ul class="plain rows">
        {feeds.map(([name, path]) => (
          <Address key={path} name={name} url={`${location.origin}/out/${secret}/${path}`} />
        ))}
      </ul>
      <p class="facts">{t.settings.feedsOutOnce}</p>
    </div>
  )
}

function Address({ name, url }: { readonly name: string; readonly url: string }) {
  const { actions, notices } = usePage()
  const t = useTexts()
  function copy(): void {
    // Browsers give no clipboard to pages without TLS.
    if (navigator.clipboard === undefined) notices.tell(t.settings.copyLink)
    else void actions.attempt(() => navigator.clipboard.writeText(`${url}.atom`), t.article.copied)
  }
  return (
    <li class="row">
      <b class="grow" dir="auto">
        {name}
      </b>
      {(['atom', 'rss', 'json'] as const).map((format) => (
        <a key={format} href={`${url}.${format}`} data-server>
          {FORMATS[format]}
          <span class="unseen"> {name}</span>
        </a>
      ))}
      <button type="button" onClick={copy}>
        <Icon name="copy" /> {t.settings.copy}
        <span class="unseen"> {name}</span>
      </button>
    </li>
  )
}

const FORMATS = { atom: 'Atom', rss: 'RSS', json: 'JSON Feed' }
