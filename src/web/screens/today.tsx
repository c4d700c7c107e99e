import { useEffect, useMemo, useState } from 'preact/hooks'
import type { getToday } from '../../http/contract/digests.ts'
import type { Article } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { Arrived } from '../parts/arrived.tsx'
import { ArticleLine } from '../parts/article-line.tsx'
import { Corrections } from '../parts/corrections.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { AlsoMentioned, Noteworthy, TopStories } from '../parts/story-sections.tsx'
import { Time, useTimeView } from '../parts/time.tsx'
import { longDate } from '../times.ts'
import { freshSinceVisit, restOfTabs, shownStories, type TabRest, type Today } from '../today-view.ts'

/** How soon a front page that was not ready is asked for again. */
const RETRY_MS = 2_000

/** The front page of this moment: finite, in the reader's languages, the important first. */
export function TodayScreen() {
  const { data, now } = usePage()
  const t = useTexts().today
  const today = useData<typeof getToday>('/today')
  const view = useTimeView()
  const isBeingMade = today.problem?.status === 503 && today.data === null
  useEffect(() => {
    if (!isBeingMade) return
    const timer = setTimeout(() => void data.reload('/today'), RETRY_MS)
    return () => clearTimeout(timer)
  }, [isBeingMade, today, data])
  return (
    <>
      <header class="headline-bar">
        <h1>{t.title}</h1>
        <p class="facts">{longDate(now.value, view)}</p>
      </header>
      <Arrived paths={['/today']} />
      {isBeingMade ? (
        <p class="waiting" role="status">
          {t.making}
        </p>
      ) : (
        <ShowLoaded of={today} retry={() => void data.reload('/today')}>
          {(loaded) => <FrontPage today={loaded} />}
        </ShowLoaded>
      )}
    </>
  )
}

function FrontPage({ today }: { readonly today: Today }) {
  const { digest, rare, newest, shape } = today
  const show = useMemo(() => shownStories(today, freshSinceVisit(today)), [today])
  const isEmpty = digest.topStories.length === 0 && newest.length === 0
  if (isEmpty) return <NothingYet feeds={today.feeds} />
  const isColumn = shape === 'column' || !today.isCorroborated
  return (
    <>
      <Corrections corrections={digest.corrections ?? []} />
      {isColumn ? (
        <Column today={today} />
      ) : (
        <>
          <TopStories digest={digest} show={show} />
          <Noteworthy digest={digest} show={show} />
          <RareFeeds articles={rare} />
          <AlsoMentioned digest={digest} show={show} />
          <Tabs today={today} isFolded={shape === 'tabs'} />
        </>
      )}
      <End today={today} />
    </>
  )
}

/** Few feeds, or nothing that two newsrooms tell: everything, newest first. */
function Column({ today: { newest, isCorroborated, shape } }: { readonly today: Today }) {
  const t = useTexts().today
  return (
    <section class="column" aria-labelledby="newest">
      <h2 id="newest" class={shape === 'column' && isCorroborated ? 'unseen' : undefined}>
        {t.newest}
      </h2>
      {newest.map((article) => (
        <ArticleLine key={article.id} article={article} isStory />
      ))}
    </section>
  )
}

function RareFeeds({ articles }: { readonly articles: readonly Article[] }) {
  const t = useTexts().today
  if (articles.length === 0) return null
  return (
    <section class="section" aria-labelledby="rare">
      <h2 id="rare">{t.rare}</h2>
      <div class="briefs">
        {articles.map((article) => (
          <ArticleLine key={article.id} article={article} />
        ))}
      </div>
    </section>
  )
}

/** How many lines of a tab are shown before it is opened, where there are many feeds. */
const FOLDED_LINES = 3

/** Of each tab what no section above has shown already. */
function Tabs({ today, isFolded }: { readonly today: Today; readonly isFolded: boolean }) {
  const tabs = useMemo(() => restOfTabs(today), [today])
  return (
    <>
      {tabs.map(({ tab, articles }) => (
        <TabSection key={tab.id} tab={tab} articles={articles} isFolded={isFolded} />
      ))}
    </>
  )
}

interface TabSectionProps extends TabRest {
  readonly isFolded: boolean
}

function TabSection({ tab, articles, isFolded }: TabSectionProps) {
  const t = useTexts().today
  const [isOpen, setOpen] = useState(!isFolded)
  return (
    <section class="section" aria-labelledby={`tab-${tab.id}`} lang={tab.language ?? undefined}>
      <h2 id={`tab-${tab.id}`}>
        <a href={`/latest?tab=${encodeURIComponent(tab.id)}`} dir="auto">
          {tab.name}
        </a>
      </h2>
      <div class="briefs">
        {(isOpen ? articles : articles.slice(0, FOLDED_LINES)).map((article) => (
          <ArticleLine key={article.id} article={article} />
        ))}
      </div>
      {isFolded && articles.length > FOLDED_LINES && (
        <p>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t.showLess : t.showAll(articles.length)}
          </button>
        </p>
      )}
    </section>
  )
}

/** Where Today ends: one key marks the rest as read. */
function End({ today }: { readonly today: Today }) {
  const { actions } = usePage()
  const t = useTexts().today
  const shown = [...today.articles, ...today.rare, ...today.newest]
  return (
    <footer class="end">
      <p>
        {today.since === null ? (
          t.all
        ) : (
          <>
            {t.allSince.before}
            <Time at={today.since} />
            {t.allSince.after}
          </>
        )}
      </p>
      <p>
        <button type="button" data-key="a" onClick={() => actions.markRead(shown)}>
          {t.markRest} <kbd>a</kbd>
        </button>
      </p>
    </footer>
  )
}

function NothingYet({ feeds }: { readonly feeds: number }) {
  const t = useTexts()
  return (
    <div class="empty">
      <p>{t.today.empty}</p>
      {feeds === 0 ? (
        <p>
          <a class="button" href="/welcome">
            {t.welcome.addFeeds}
          </a>
        </p>
      ) : (
        <p class="facts">{t.today.emptyHint}</p>
      )}
    </div>
  )
}
