import type { ApiRoute } from './api-route.ts'
import { articleRoutes } from './articles.ts'
import { digestRoutes } from './digest-api.ts'
import { eventRoutes } from './events.ts'
import type { Logins } from './logins.ts'
import { readerRoutes } from './readers.ts'
import { sessionRoutes } from './session.ts'
import { storyRoutes } from './stories.ts'

/** Every endpoint with its handler: a new resource is one file and one line. */
export const apiRoutes = (logins: Logins): readonly ApiRoute[] => [
  ...sessionRoutes(logins),
  ...readerRoutes,
  ...articleRoutes,
  ...storyRoutes,
  ...digestRoutes,
  ...eventRoutes,
]
