import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { listFeeds } from '../../http/contract/feeds.ts'
import type { listTabs } from '../../http/contract/tabs.ts'
import { API, pathOf } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { AddFeed } from '../parts/add-feed.tsx'
import { FeedAdvice } from '../parts/feed-advice.tsx'
import { FeedGroups, groupsOf } from '../parts/feed-groups.tsx'
import { FeedLine } from '../parts/feed-line.tsx'
import { FeedSearch } from '../parts/feed-search.tsx'
import { ImportFile } from '../parts/import-file.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { TabList } from '../parts/tab-list.tsx'

/** As many as are shown at once with their tabs; where there are more, tabs are opened one by one. */
export const ALL_FEEDS = '/feeds?limit=100'

type FeedPage = Answer<typeof listFeeds>

/** The path of the list in the API; null for all feeds. */
function filteredPath(query: URLSearchParams): string | null {
  const filter = { q: query.get('q')?.trim(), tab: query.get('tab'), state: query.get('state') }
  const withoutTab = query.get('withoutTab') === '1'
  return Object.values(filter).some((value) => value) || withoutTab
    ? pathOf('/feeds', { ...filter, withoutTab: withoutTab ? 'true' : null })
    : null
}

/** The path of the first list that the screen shows. */
export const feedsPath = (query: URLSearchParams): string => filteredPath(query) ?? ALL_FEEDS

/** The feeds and their tabs: how they are, and everything to do with them. */
export function FeedsScreen() {
  const { location } = usePage()
  const t = useTexts()
  const { query } = location.place.value
  const path = filteredPath(query)
  return (
    <>
      <header class="headline-bar">
        <h1>{t.feeds.title}</h1>
        <p class="facts">
          <a href="#add-feed">{t.addFeed.title}</a> · <a href="#tabs">{t.tabs.title}</a> ·{' '}
          <a href="#import">{t.importing.title}</a>
        </p>
      </header>
      <div class="feeds-page">
        <div>
          <FeedSearch />
          {path === null ? <AllFeeds /> : <FoundFeeds key={path} path={path} tab={query.get('tab')} />}
        </div>
        <div>
          <section class="section" aria-labelledby="add-feed">
            <h2 id="add-feed">{t.addFeed.title}</h2>
            <AddFeed tab={query.get('tab')} />
          </section>
          <TabList />
          <section class="section" aria-labelledby="import">
            <h2 id="import">{t.importing.title}</h2>
            <ImportFile />
          </section>
          <section class="section" aria-labelledby="export">
            <h2 id="export">{t.importing.exportTitle}</h2>
            <p>
              <a class="button" href={`${API}/subscriptions/export.opml`} data-server download="copytaster.opml">
                {t.importing.exportOpml}
              </a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

function AllFeeds() {
  const { data } = usePage()
  const t = useTexts().feeds
  return (
    <ShowLoaded of={useData<typeof listFeeds>(ALL_FEEDS)} retry={() => void data.reload(ALL_FEEDS)}>
      {(page: FeedPage) => {
        if (page.items.length === 0) return <NoFeeds />
        return (
          <>
            <FeedAdvice />
            {page.next === null ? <Arrangeable feeds={page.items} title={t.count(page.items.length)} /> : <ManyFeeds />}
          </>
        )
      }}
    </ShowLoaded>
  )
}

function NoFeeds() {
  const t = useTexts()
  return (
    <div class="empty">
      <p>{t.feeds.none}</p>
      <p>
        <a class="button" href="/welcome">
          {t.welcome.addFeeds}
        </a>
      </p>
    </div>
  )
}

interface ArrangeableProps {
  readonly feeds: FeedPage['items']
  readonly title: string
  /** The only tab that is shown, if it is one. */
  readonly tab?: string | null
}

/** Feeds in their tabs, with a button that lets them be put in order. */
function Arrangeable({ feeds, title, tab = null }: ArrangeableProps) {
  const t = useTexts().feeds
  const [isArranged, setArranged] = useState(false)
  const tabs = useData<typeof listTabs>('/tabs').data?.items ?? []
  const groups = groupsOf(feeds, tabs, t.noTab).filter(({ key }) => tab === null || key === tab)
  return (
    <>
      <p class="row arrange-bar">
        <span class="facts">{title}</span>
        <button type="button" class="link" onClick={() => setArranged(!isArranged)}>
          {isArranged ? t.arranged : t.arrange}
        </button>
      </p>
      <FeedGroups groups={groups} isArranged={isArranged} />
    </>
  )
}

/** Too many for one screen: the tabs, each opened by itself; without tabs the feeds, a page at a time. */
function ManyFeeds() {
  const t = useTexts()
  const tabs = useData<typeof listTabs>('/tabs').data?.items ?? []
  const pages = useFeedPages(ALL_FEEDS)
  if (tabs.length === 0)
    return (
      <>
        <FeedList feeds={pages.feeds} />
        <LoadMore pages={pages} />
      </>
    )
  return (
    <section class="section" aria-labelledby="many">
      <h2 id="many">{t.feeds.manyIn(tabs.length)}</h2>
      <ul class="plain">
        {tabs.map(({ key, name, sources }) => (
          <li class="row" key={key}>
            <a href={pathOf('/feeds', { tab: key })} dir="auto">
              {name}
            </a>
            <span class="facts">{t.tabs.sources(sources)}</span>
          </li>
        ))}
        <li class="row">
          <a href="/feeds?withoutTab=1">{t.feeds.noTab}</a>
        </li>
      </ul>
    </section>
  )
}

interface FoundFeedsProps {
  readonly path: string
  readonly tab: string | null
}

/** A list of feeds and what of it is loaded: as many pages as were asked for. */
function useFeedPages(path: string) {
  const { data, lists } = usePage()
  const [pages] = useState(() => lists.get(path) ?? signal<readonly string[]>([path]))
  lists.set(path, pages)
  const loaded = pages.value.map((one) => data.get<FeedPage>(one).value)
  const last = loaded.at(-1)!
  const next = last.data?.next ?? null
  const more = (cursor: string) => {
    pages.value = [...pages.value, `${path}&cursor=${encodeURIComponent(cursor)}`]
  }
  return {
    first: loaded[0]!,
    feeds: loaded.flatMap((one) => one.data?.items ?? []),
    isLoading: last.isLoading,
    loadMore: next === null ? null : () => more(next),
  }
}

function LoadMore({ pages: { loadMore, isLoading } }: { readonly pages: ReturnType<typeof useFeedPages> }) {
  const t = useTexts()
  return loadMore === null ? null : (
    <p class="end">
      <button type="button" disabled={isLoading} onClick={loadMore}>
        {t.lists.loadMore}
      </button>
    </p>
  )
}

const FeedList = ({ feeds }: { readonly feeds: FeedPage['items'] }) => (
  <ul class="plain feed-list">
    {feeds.map((feed) => (
      <li key={feed.id}>
        <FeedLine feed={feed} />
      </li>
    ))}
  </ul>
)

/** The feeds that fit a search, a page at a time; those of one tab can be put in order. */
function FoundFeeds({ path, tab }: FoundFeedsProps) {
  const { data, location } = usePage()
  const t = useTexts()
  const pages = useFeedPages(path)
  const { feeds } = pages
  const isTab = tab !== null && !location.place.value.query.has('q') && !location.place.value.query.has('state')
  return (
    <>
      <p class="row facts">
        <a href="/feeds">{t.feeds.clear}</a>
      </p>
      <ShowLoaded of={pages.first} retry={() => void data.reload(path)}>
        {() =>
          feeds.length === 0 ? (
            <p class="empty">{isTab ? t.feeds.emptyTab : t.feeds.nothingFound}</p>
          ) : isTab ? (
            <Arrangeable feeds={feeds} title="" tab={tab} />
          ) : (
            <FeedList feeds={feeds} />
          )
        }
      </ShowLoaded>
      <LoadMore pages={pages} />
    </>
  )
}
