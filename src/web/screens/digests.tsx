import type { listDigests } from '../../http/contract/digests.ts'
import type { Answer } from '../api-types.ts'
import { openedList } from '../list-pages.ts'
import { usePage, useTexts } from '../page.ts'
import { DigestSettings } from '../parts/digest-settings.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { useTimeView } from '../parts/time.tsx'
import { longDate, timeOn } from '../times.ts'

/** Those of a week. */
export const DIGESTS_PATH = '/digests?limit=21'

type ListedDigest = Answer<typeof listDigests>['items'][number]

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
  const page = usePage()
  const { data } = page
  const t = useTexts()
  const { first, items, more, isLoading } = openedList<Answer<typeof listDigests>>(page, DIGESTS_PATH)
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
  heads: readonly ListedDigest[],
): readonly (readonly [date: string, heads: readonly ListedDigest[]])[] {
  const days = new Map<string, ListedDigest[]>()
  for (const head of heads) days.set(head.date, [...(days.get(head.date) ?? []), head])
  return [...days]
}

function Day({ date, heads }: { readonly date: string; readonly heads: readonly ListedDigest[] }) {
  const t = useTexts().digests
  const view = useTimeView()
  return (
    <li>
      <h3>{longDate(Date.parse(date), { ...view, zone: 'UTC' })}</h3>
      <ul class="plain editions">
        {heads.map(({ type, at, path, headlines }) => (
          <li key={type}>
            <a href={path}>{t[type]}</a>{' '}
            <time class="facts" dateTime={at}>
              {timeOn(date, Date.parse(at), view)}
            </time>
            <ul class="plain facts">
              {headlines.map(({ title, language }) => (
                <li key={title} dir="auto" lang={language ?? undefined}>
                  {title}
                </li>
              ))}
            </ul>
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
        {t.feedHint} <a href="/settings#feeds-out">{t.toFeedsOut}</a>
      </p>
      <DigestSettings />
    </section>
  )
}
