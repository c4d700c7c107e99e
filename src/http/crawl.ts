import { withoutLogin } from '../core/text/login.ts'
import { type ApiRoute, route } from './api-route.ts'
import { ingestCrawl } from './contract/crawl.ts'

export const crawlRoutes: readonly ApiRoute[] = [
  route(ingestCrawl, async ({ app, visitor, body, query: { profile, crawlTime, tab, newTab } }) => {
    const { url, ...ingested } = await app.callEngine({
      name: 'ingestCrawl',
      reader: visitor.reader.id,
      result: body,
      profile,
      crawlTimeUtc: crawlTime,
      tab: tab ?? null,
      newTab: newTab === true,
    })
    return { url: withoutLogin(url), ...ingested }
  }),
]
