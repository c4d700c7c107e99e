import type { ApiRoute } from './api-route.ts'
import { articleRoutes } from './articles.ts'
import { digestRoutes } from './digest-api.ts'
import { readerRoutes } from './readers.ts'
import { type SessionRoutesDeps, sessionRoutes } from './session.ts'

/** Every endpoint with its handler: a new resource is one file and one line. */
export const apiRoutes = (deps: SessionRoutesDeps): readonly ApiRoute[] => [
  ...sessionRoutes(deps),
  ...readerRoutes,
  ...articleRoutes,
  ...digestRoutes,
]
