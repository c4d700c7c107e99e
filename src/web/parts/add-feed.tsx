import { useId, useState } from 'preact/hooks'
import type { addSubscription, discoverSubscriptions } from '../../http/contract/subscriptions.ts'
import { send } from '../api.ts'
import { type Answer, type Problem, problemOf } from '../api-types.ts'
import { feedsChanged, keyOfTab, type TabWish } from '../feed-changes.ts'
import { usePage, useTexts } from '../page.ts'
import { problemWords } from '../reason-words.ts'
import { withTypedLogin } from '../typed-login.ts'
import { FeedPreview } from './feed-preview.tsx'
import { TabChoice } from './tab-choice.tsx'

type Candidate = Answer<typeof discoverSubscriptions>['candidates'][number]

/** How far the search for the feeds of a site has come. `typed` is what was searched, whatever the field holds meanwhile. */
type Discovery =
  | { readonly kind: 'idle' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly typed: string; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'failed'; readonly typed: string; readonly problem: Problem }

/** Any address, the feeds that are there with their newest articles, and the tab for the one that is chosen. */
export function AddFeed({ tab = null }: { readonly tab?: string | null }) {
  const { call } = usePage()
  const t = useTexts().addFeed
  const id = useId()
  const [typed, setTyped] = useState('')
  const [discovery, setDiscovery] = useState<Discovery>({ kind: 'idle' })
  const isLooking = discovery.kind === 'looking'
  async function look(): Promise<void> {
    setDiscovery({ kind: 'looking' })
    const request = send<typeof discoverSubscriptions>(call, 'POST', '/subscriptions/discover', { url: typed })
    setDiscovery(
      await request.then(
        ({ candidates }) => ({ kind: 'found', typed, candidates }),
        (error: unknown) => ({ kind: 'failed', typed, problem: problemOf(error) }),
      ),
    )
  }
  const startOver = () => {
    setTyped('')
    setDiscovery({ kind: 'idle' })
  }
  return (
    <>
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLooking && typed.trim() !== '') void look()
        }}
      >
        <label for={id} class="unseen">
          {t.label}
        </label>
        <input
          id={id}
          value={typed}
          maxLength={2048}
          required
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          placeholder={t.label}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="submit" disabled={isLooking}>
          {t.look}
        </button>
        <p id={`${id}-hint`} class="facts">
          {t.hint}
        </p>
      </form>
      <div aria-live="polite">
        {isLooking && <p class="facts">{t.looking}</p>}
        {discovery.kind === 'found' && <p class="facts">{t.found(discovery.candidates.length)}</p>}
      </div>
      {(discovery.kind === 'found' || discovery.kind === 'failed') && (
        <Found discovery={discovery} tab={tab} startOver={startOver} />
      )}
    </>
  )
}

interface FoundProps {
  readonly discovery: Extract<Discovery, { kind: 'found' | 'failed' }>
  readonly tab: string | null
  readonly startOver: () => void
}

function Found({ discovery, tab, startOver }: FoundProps) {
  const { actions, call, data, notices } = usePage()
  const t = useTexts()
  const [wish, setWish] = useState<TabWish>({ key: tab })
  const { typed } = discovery
  async function add(url: string, siteTitle: string | null): Promise<void> {
    const added = await actions.attempt(async () => {
      const body = { url, siteTitle: siteTitle?.slice(0, 300) || null, tab: await keyOfTab(call, wish) }
      return send<typeof addSubscription>(call, 'POST', '/subscriptions', body)
    })
    if (added === null) return
    feedsChanged(data)
    notices.tell(t.addFeed.added(added.name))
    startOver()
  }
  if (discovery.kind === 'failed')
    return (
      <div class="found" role="alert">
        <p>
          <b>{t.addFeed.notFound}:</b> {problemWords(t, discovery.problem)}
        </p>
        {discovery.problem.status === 422 && (
          <>
            <p class="facts">{t.addFeed.anywayHint}</p>
            <p class="row">
              <TabChoice wish={wish} onWish={setWish} />
              <button type="button" onClick={() => void add(typed, null)}>
                {t.addFeed.anyway}
              </button>
            </p>
          </>
        )}
      </div>
    )
  return (
    <div class="found">
      <p class="row">
        <TabChoice wish={wish} onWish={setWish} />
        <button type="button" onClick={startOver}>
          {t.addFeed.cancel}
        </button>
      </p>
      {discovery.candidates.map((one) => (
        <FeedPreview key={one.url} feed={one} add={() => void add(withTypedLogin(one.url, typed), one.title)} />
      ))}
    </div>
  )
}
