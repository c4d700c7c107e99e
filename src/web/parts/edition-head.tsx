import { useTexts } from '../page.ts'
import type { KeptDigest } from '../screens/digest.tsx'
import { dayTime, longDate } from '../times.ts'
import { Time, useTimeView } from './time.tsx'

type EditionLinksProps = Pick<KeptDigest, 'before' | 'after'>

/** The digest before, all of them, the digest after. */
export function EditionLinks({ before, after }: EditionLinksProps) {
  const t = useTexts().digests
  return (
    <nav class="edition-links" aria-label={t.title}>
      <span>
        {before !== null && (
          <a rel="prev" href={before.path}>
            ← {t[before.type]}, <Time at={before.at} />
          </a>
        )}
      </span>
      <a href="/digests">{t.all}</a>
      <span>
        {after !== null && (
          <a rel="next" href={after.path}>
            {t[after.type]}, <Time at={after.at} /> →
          </a>
        )}
      </span>
    </nav>
  )
}

/** What it is called, when it was made, what it covers, and a word about a day with little or no news. */
export function EditionHead({ digest }: { readonly digest: KeptDigest['digest'] }) {
  const t = useTexts()
  const { locale, now } = useTimeView()
  const view = { locale, now, zone: digest.zone }
  const at = Date.parse(digest.at)
  const notice = noticeOf(digest)
  return (
    <header class="masthead">
      <h1>{t.digests[digest.type]}</h1>
      <p class="facts dateline">
        <time dateTime={digest.at}>{longDate(at, view)}</time>
        <span>
          {dayTime(Date.parse(digest.window.from), view)} – {dayTime(Date.parse(digest.window.to), view)} ({digest.zone}
          )
        </span>
        <span>
          {t.story.articles(digest.articles)}, {t.digests.duplicates(digest.duplicatesRemoved)}
        </span>
      </p>
      {notice !== null && <p class="edition-notice">{t.digests[notice]}</p>}
    </header>
  )
}

/** Which word about the day a digest has below its name; null for none. Digests of version 1 compared scores, not newsrooms. */
export function noticeOf(digest: KeptDigest['digest']): 'nothingPolled' | 'nothing' | 'quiet' | 'byRank' | null {
  const { topStories, noteworthy, alsoMentioned, tabs, health } = digest
  const stories = topStories.length + noteworthy.length + alsoMentioned.length
  if (stories === 0 && tabs.every(({ items }) => items.length === 0))
    return health.polled === 0 ? 'nothingPolled' : 'nothing'
  if (digest.version === 1) return digest.byRank ? 'byRank' : null
  return digest.isQuiet ? 'quiet' : null
}
