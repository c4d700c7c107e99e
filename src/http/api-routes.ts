import { adviceRoutes } from './advice.ts'
import type { ApiRoute } from './api-route.ts'
import { articleRoutes } from './articles.ts'
import { crawlRoutes } from './crawl.ts'
import { deliveryRoutes } from './deliveries.ts'
import { digestRoutes } from './digest-api.ts'
import { eventRoutes } from './events.ts'
import { feedRoutes } from './feeds.ts'
import { imageRoutes } from './images.ts'
import { interestRoutes } from './interests.ts'
import { jobRoutes } from './jobs.ts'
import type { Logins } from './logins.ts'
import { meRoutes } from './me.ts'
import { packRoutes } from './packs.ts'
import { readerRoutes } from './readers.ts'
import { ruleRoutes } from './rules.ts'
import { searchRoutes } from './search.ts'
import { serverRoutes } from './server.ts'
import { sessionRoutes } from './session.ts'
import { storyRoutes } from './stories.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { tabRoutes } from './tabs.ts'

/** Every endpoint with its handler: a new resource is one file and one line. */
export const apiRoutes = (logins: Logins): readonly ApiRoute[] => [
  ...sessionRoutes(logins),
  ...meRoutes,
  ...readerRoutes,
  ...serverRoutes,
  ...jobRoutes,
  ...articleRoutes,
  ...imageRoutes,
  ...storyRoutes,
  ...digestRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...subscriptionRoutes,
  ...packRoutes,
  ...feedRoutes,
  ...adviceRoutes,
  ...tabRoutes,
  ...searchRoutes,
  ...ruleRoutes,
  ...interestRoutes,
  ...crawlRoutes,
]
