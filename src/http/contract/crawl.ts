import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, instant, line } from './fields.ts'

/** The largest crawl result, in bytes. */
const CRAWL_BYTES = 4_000_000

export const ingestCrawl = endpoint({
  method: 'POST',
  path: '/crawl',
  tag: 'Crawl',
  summary: 'Store the stories of a crawl result as articles; the body is the file that `crawl ingest` takes',
  // Its stories are compared with everybody's articles, in the name of any site.
  scope: 'admin',
  query: z.strictObject({
    /** The profile of the site; else the one that the crawl names. */
    profile: line(100).optional(),
    /** When the crawl ran, for dates such as "2 hours ago". */
    crawlTime: instant.optional(),
    tab: line(200).optional(),
    /** The tab may be a new one. */
    newTab: flag.optional(),
  }),
  body: z.record(z.string(), z.unknown()),
  answer: z.strictObject({
    feed: id,
    url: z.string(),
    pages: z.int(),
    stories: z.int(),
    added: z.int(),
    revised: z.int(),
    duplicates: z.int(),
    warnings: z.int(),
  }),
  refusals: [413, 422],
  bodyLimit: CRAWL_BYTES,
})
