import type { listDigests } from '../../http/contract/digests.ts'
import type { Answer } from '../api-types.ts'
import { openedList } from '../list-pages.ts'
import { usePage, useTexts } from '../page.ts'
import { DigestSettings } from '../parts/digest-settings.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { useTimeView } from '../parts/time.tsx'
import { clockTime, longDate } from '../times.ts'

export const DIGESTS_PATH = '/digests'

type DigestHead = Answer<typeof listDigests>['items'][number]

/** Every digest that was made, by day, and the ways in which the next ones come. */
export function DigestsScreen() {
  const t = useTexts().digests
  return (
    <>
      <header class="headline-bar">
        <h1>{t.title}</h1>
      </header>
      <div class="archive">
        <Archive />
        <Subscribe />
      </div>
    </>
  )
}

function Archive() {
  const { data, lists } = usePage()
  const t = useTexts()
  const { first, items, more, isLoading } = openedList<Answer<typeof listDigests>>(data, lists, DIGESTS_PATH)
  return (
    <section class="section" aria-labelledby="archive">
      <h2 id="archive">{t.digests.archive}</h2>
      <ShowLoaded of={first} retry={() => void data.reload(DIGESTS_PATH)}>
        {() => (
          <>
            {items.length === 0 && <p class="empty">{t.digests.none}</p>}
            <ol class="plain days">
              {byDay(items).map(([date, heads]) => (
                <Day key={date} date={date} heads={heads} />
              ))}
            </ol>
            {more !== null && (
              <p>
                <button type="button" disabled={isLoading} onClick={more}>
                  {t.digests.earlier}
                </button>
              </p>
            )}
          </>
        )}
      </ShowLoaded>
    </section>
  )
}

/** Digests under the local dates on which they were made, the newest first. */
export function byDay(
  heads: readonly DigestHead[],
): readonly (readonly [date: string, heads: readonly DigestHead[]])[] {
  const days = new Map<string, DigestHead[]>()
  for (const head of heads) days.set(head.date, [...(days.get(head.date) ?? []), head])
  return [...days]
}

function Day({ date, heads }: { readonly date: string; readonly heads: readonly DigestHead[] }) {
  const t = useTexts().digests
  const view = useTimeView()
  return (
    <li>
      <h3>{longDate(Date.parse(date), { ...view, zone: 'UTC' })}</h3>
      <ul class="plain editions">
        {heads.map(({ type, at, path }) => (
          <li key={type}>
            <a href={path}>{t[type]}</a>{' '}
            <time class="facts" dateTime={at}>
              {clockTime(Date.parse(at), view)}
            </time>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Feeds for other programs, the hours, and mail. */
function Subscribe() {
  const t = useTexts().digests
  return (
    <section class="section" aria-labelledby="subscribe">
      <h2 id="subscribe">{t.subscribe}</h2>
      <p class="feed-links">
        {t.subscribeHint}{' '}
        <a href="/feed.atom" data-server>
          Atom
        </a>{' '}
        ·{' '}
        <a href="/feed.rss" data-server>
          RSS
        </a>
      </p>
      <p class="facts">
        {t.feedHint} <a href="/settings#tokens">{t.toTokens}</a>
      </p>
      <DigestSettings />
    </section>
  )
}
