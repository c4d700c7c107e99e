import type { ComponentType } from 'preact'
import { matchPattern } from './match-pattern.ts'
import { DEAD_JOBS_PATH } from './parts/dead-jobs.tsx'
import { DOUBTFUL_PATH } from './parts/doubtful-deliveries.tsx'
import { INTERESTS_PATH } from './parts/interests.tsx'
import { AdminScreen } from './screens/admin.tsx'
import { ArticleScreen } from './screens/article.tsx'
import { DigestScreen } from './screens/digest.tsx'
import { DIGESTS_PATH, DigestsScreen } from './screens/digests.tsx'
import { FeedScreen } from './screens/feed.tsx'
import { ALL_FEEDS, FeedsScreen, feedsPath } from './screens/feeds.tsx'
import { LatestScreen, latestPath } from './screens/latest.tsx'
import { NotFoundScreen } from './screens/not-found.tsx'
import { SAVED_PATH, SavedScreen } from './screens/saved.tsx'
import { SearchScreen, searchPath } from './screens/search.tsx'
import { SettingsScreen } from './screens/settings.tsx'
import { StoryScreen } from './screens/story.tsx'
import { TodayScreen } from './screens/today.tsx'
import { TuningScreen } from './screens/tuning.tsx'
import { WelcomeScreen } from './screens/welcome.tsx'
import type { Texts } from './texts/texts.ts'
import { RULES_PATH } from './use-rules.ts'

type Params = Readonly<Record<string, string>>

/** One address of the page: what it shows, and what the API must be asked for first. */
export interface Route {
  readonly pattern: string
  readonly screen: ComponentType<{ readonly params: Params }>
  readonly title: (t: Texts) => string
  /** Paths of the API that the server asks before it renders the screen. */
  readonly needs: (params: Params, query: URLSearchParams) => readonly string[]
}

const nothing = () => []

export const ROUTES: readonly Route[] = [
  { pattern: '/', screen: TodayScreen, title: (t) => t.today.title, needs: () => ['/today'] },
  {
    pattern: '/latest',
    screen: LatestScreen,
    title: (t) => t.nav.latest,
    needs: (_, query) => [latestPath(query), '/tabs'],
  },
  { pattern: '/saved', screen: SavedScreen, title: (t) => t.nav.saved, needs: () => [SAVED_PATH] },
  {
    pattern: '/search',
    screen: SearchScreen,
    title: (t) => t.search.title,
    needs: (_, query) => [searchPath(query), '/saved-searches'].flatMap((path) => path ?? []),
  },
  {
    pattern: '/articles/:id',
    screen: ArticleScreen,
    title: (t) => t.nav.latest,
    needs: ({ id }, query) => [`/articles/${id}`, ...(query.get('why') === '1' ? [`/articles/${id}/why`] : [])],
  },
  { pattern: '/stories/:id', screen: StoryScreen, title: (t) => t.story.title, needs: ({ id }) => [`/stories/${id}`] },
  {
    pattern: '/feeds',
    screen: FeedsScreen,
    title: (t) => t.feeds.title,
    needs: (_, query) => [feedsPath(query), '/tabs', '/advice'],
  },
  { pattern: '/feeds/:id', screen: FeedScreen, title: (t) => t.feeds.title, needs: ({ id }) => [`/feeds/${id}`] },
  { pattern: '/digests', screen: DigestsScreen, title: (t) => t.digests.title, needs: () => [DIGESTS_PATH] },
  {
    pattern: '/digests/:date/:type',
    screen: DigestScreen,
    title: (t) => t.digests.title,
    needs: ({ date, type }) => [`/digests/${date}/${type}`, `/digests/${date}/${type}/deliveries`],
  },
  { pattern: '/tuning', screen: TuningScreen, title: (t) => t.tuning.title, needs: () => [INTERESTS_PATH, RULES_PATH] },
  { pattern: '/settings', screen: SettingsScreen, title: (t) => t.settings.title, needs: () => ['/tokens'] },
  {
    pattern: '/admin',
    screen: AdminScreen,
    title: (t) => t.admin.title,
    needs: () => ['/advice', DOUBTFUL_PATH, DEAD_JOBS_PATH, '/readers', '/server'],
  },
  {
    pattern: '/welcome',
    screen: WelcomeScreen,
    title: (t) => t.welcome.title,
    needs: () => [ALL_FEEDS, '/packs', '/tabs'],
  },
]

const NOT_FOUND: Route = { pattern: '*', screen: NotFoundScreen, title: (t) => t.problems.notFound, needs: nothing }

export interface RouteMatch {
  readonly route: Route
  readonly params: Params
  readonly isFound: boolean
}

/** The route of a path; parts of the path that a pattern names with `:` are its parameters, encoded as in the path. */
export function matchRoute(path: string): RouteMatch {
  for (const route of ROUTES) {
    const named = matchPattern(route.pattern, path)
    if (named === null) continue
    const encoded = Object.entries(named).map(([name, value]) => [name, encodeURIComponent(value)])
    return { route, params: Object.fromEntries(encoded) as Params, isFound: true }
  }
  return { route: NOT_FOUND, params: {}, isFound: false }
}
