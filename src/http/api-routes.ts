import type { ApiRoute } from './api-route.ts'
import { articleRoutes } from './articles.ts'
import { feedRoutes } from './feeds.ts'
import { ruleRoutes } from './rules.ts'
import { searchRoutes } from './search.ts'
import { type SessionRoutesDeps, sessionRoutes } from './session.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { tabRoutes } from './tabs.ts'

/** Every endpoint with its handler: a new resource is one file and one line. */
export const apiRoutes = (deps: SessionRoutesDeps): readonly ApiRoute[] => [
  ...sessionRoutes(deps),
  ...articleRoutes,
  ...subscriptionRoutes,
  ...feedRoutes,
  ...tabRoutes,
  ...searchRoutes,
  ...ruleRoutes,
]
