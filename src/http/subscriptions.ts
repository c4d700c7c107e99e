import type { JobProgress } from '../app/import-jobs.ts'
import type { ReaderWeb } from '../app/web-app.ts'
import type { ShownSubscription } from '../app/web-subscriptions.ts'
import { type ApiRoute, route } from './api-route.ts'
import {
  addSubscription,
  changeSubscription,
  discoverSubscriptions,
  exportSubscriptions,
  getJob,
  getSubscription,
  importSubscriptions,
  type Job,
  listSubscriptions,
  orderSubscriptions,
  removeSubscription,
  type Subscription,
} from './contract/subscriptions.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { iso, isoOrNull } from './iso.ts'
import { notFound } from './refusal.ts'

/** A source as the reader has it. */
function toSubscription({ source, feed, hidden, unread }: ShownSubscription): Subscription {
  return {
    id: source.id,
    feed: feed.id,
    url: source.url,
    name: source.name ?? feed.title ?? new URL(source.url).hostname,
    siteTitle: feed.title,
    tab: source.tab,
    category: source.category,
    tier: source.tier,
    kind: source.kind,
    language: source.language,
    itemLimit: source.maxItems,
    position: source.position,
    hidden,
    private: source.private,
    fullText: source.fullText,
    shared: source.shared,
    origin: source.origin,
    state: feed.state,
    unread,
  }
}

/** Cursors of lists in the order of the reader's sources. */
export const toSourceCursor = (
  items: readonly { readonly source: { id: number; position: number } }[],
  limit: number,
) => {
  const last = items.length > limit ? items[limit - 1] : undefined
  return last === undefined ? null : toCursor([last.source.position, last.source.id])
}

export function fromSourceCursor(cursor: string | undefined): Parameters<ReaderWeb['subscriptions']['page']>[0] {
  if (cursor === undefined) return null
  const [position, source] = fromCursor(cursor, ['number', 'number']) as [number, number]
  return { position, source }
}

const MOST_SKIPPED = 100

function toJob({ startedAt, endedAt, report, ...job }: JobProgress): Job {
  return {
    ...job,
    startedAt: iso(startedAt),
    endedAt: isoOrNull(endedAt),
    report: report && { ...report, skipped: report.skipped.slice(0, MOST_SKIPPED) },
  }
}

export const subscriptionRoutes: readonly ApiRoute[] = [
  route(listSubscriptions, async ({ own, query }) => {
    const page = await own.subscriptions.page(fromSourceCursor(query.cursor), query.limit + 1)
    return { items: page.slice(0, query.limit).map(toSubscription), next: toSourceCursor(page, query.limit) }
  }),
  route(discoverSubscriptions, async ({ own, body }) => ({
    candidates: (await own.subscriptions.discover(body.url)).map(
      ({ url, title, version, entries, newest, subscription }) => ({
        url,
        title,
        format: version,
        entries,
        newest: newest.map((one) => ({ ...one, publishedAt: isoOrNull(one.publishedAt) })),
        subscription,
      }),
    ),
  })),
  route(addSubscription, async ({ own, body }) => toSubscription(await own.subscriptions.add(body))),
  route(changeSubscription, async ({ own, params, body: { itemLimit, ...body } }) => {
    const changed = await own.subscriptions.change(params.id, { ...body, maxItems: itemLimit })
    if (changed === null) throw notFound()
    return toSubscription(changed)
  }),
  route(getSubscription, async ({ own, params }) => {
    const one = await own.subscriptions.one(params.id)
    if (one === null) throw notFound()
    return toSubscription(one)
  }),
  route(orderSubscriptions, async ({ own, body }) => {
    if (!(await own.subscriptions.order(body.ids))) throw notFound()
    return undefined
  }),
  route(removeSubscription, async ({ own, params }) => {
    if ((await own.subscriptions.remove(params.id)) === null) throw notFound()
    return undefined
  }),
  route(importSubscriptions, async ({ own, body }) => toJob(await own.subscriptions.startImport(body.kind, body.text))),
  route(getJob, async ({ own, params }) => {
    const job = await own.subscriptions.job(params.id)
    if (job === null) throw notFound()
    return toJob(job)
  }),
  route(exportSubscriptions, async ({ own }) => (await own.subscriptions.exportOpml()) as never),
]
