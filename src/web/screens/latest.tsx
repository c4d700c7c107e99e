import type { listTabs } from '../../http/contract/tabs.ts'
import { pathOf } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { Arrived } from '../parts/arrived.tsx'
import { ArticleList } from '../parts/article-list.tsx'

/** What a list of articles is limited to, as its address has it. */
interface Filter {
  readonly tab: string | null
  readonly category: string | null
  readonly feed: string | null
  readonly language: string | null
  readonly unread: boolean
  readonly leads: boolean
  readonly sort: 'newest' | 'importance'
}

export function filterOf(query: URLSearchParams): Filter {
  return {
    tab: query.get('tab'),
    category: query.get('category'),
    feed: query.get('feed'),
    language: query.get('language'),
    unread: query.get('unread') === '1',
    leads: query.get('all') !== '1',
    sort: query.get('sort') === 'importance' ? 'importance' : 'newest',
  }
}

/** The address of the page with a filter; the usual choices are left out. */
const addressOf = ({ unread, leads, sort, ...rest }: Filter): string =>
  pathOf('/latest', {
    ...rest,
    unread: unread ? '1' : null,
    all: leads ? null : '1',
    sort: sort === 'newest' ? null : sort,
  })

/** The path of the list in the API. */
export const latestPath = (query: URLSearchParams): string => {
  const { sort, ...filter } = filterOf(query)
  return pathOf('/articles', { ...filter, sort: sort === 'newest' ? null : sort })
}

/** Everything by time or importance. Filters combine, and each combination has an address. */
export function LatestScreen() {
  const { location } = usePage()
  const t = useTexts()
  const { query } = location.place.value
  const path = latestPath(query)
  const filter = filterOf(query)
  return (
    <>
      <header class="headline-bar">
        <h1>{t.nav.latest}</h1>
        <Filters filter={filter} />
      </header>
      <Arrived paths={['/articles']} />
      <ArticleList
        path={path}
        isStories={filter.leads}
        toMark={listToMark(filter)}
        nothing={filter.unread ? t.lists.nothingUnread : t.lists.nothing}
      />
    </>
  )
}

/** The same list, as the API names it when all of it is marked. */
function listToMark({ sort: _, feed, ...filter }: Filter): Readonly<Record<string, string | number | boolean>> {
  const words = Object.entries({ ...filter, feed: feed === null ? null : Number(feed) })
  return Object.fromEntries(words.filter(([, value]) => value !== null && value !== false)) as Record<string, string>
}

const SORTS = ['newest', 'importance'] as const

function Filters({ filter }: { readonly filter: Filter }) {
  const { location } = usePage()
  const t = useTexts().lists
  const tabs = useData<typeof listTabs>('/tabs').data
  const go = (change: Partial<Filter>) => location.go(addressOf({ ...filter, ...change }), { replaces: true })
  return (
    <search class="filters" aria-label={t.filters}>
      <p class="choices">
        {SORTS.map((sort) => (
          <a key={sort} href={addressOf({ ...filter, sort })} aria-current={filter.sort === sort ? 'true' : undefined}>
            {t[sort]}
          </a>
        ))}
      </p>
      <label>
        <input type="checkbox" checked={filter.unread} onChange={() => go({ unread: !filter.unread })} /> {t.unreadOnly}
      </label>
      <label>
        <input type="checkbox" checked={filter.leads} onChange={() => go({ leads: !filter.leads })} /> {t.leadsOnly}
      </label>
      {tabs !== null && tabs.items.length > 0 && <TabChoice tabs={tabs.items} filter={filter} go={go} />}
      {(filter.category ?? filter.feed ?? filter.language ?? filter.tab) !== null && <a href="/latest">{t.clear}</a>}
    </search>
  )
}

interface TabChoiceProps {
  readonly tabs: Answer<typeof listTabs>['items']
  readonly filter: Filter
  readonly go: (change: Partial<Filter>) => void
}

function TabChoice({ tabs, filter, go }: TabChoiceProps) {
  const t = useTexts().lists
  return (
    <label>
      <span class="unseen">{t.tab}</span>
      <select value={filter.tab ?? ''} onChange={({ currentTarget }) => go({ tab: currentTarget.value || null })}>
        <option value="">{t.allTabs}</option>
        {tabs.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
