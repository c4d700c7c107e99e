import type { FoundDigestHead } from '../app/web-searches.ts'
import { itemsOf } from '../core/digest/self-check.ts'
import type { SavedSearch } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import { hideLogins } from '../core/text/login.ts'
import { type ApiRoute, route } from './api-route.ts'
import { toArticle } from './articles.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  getSearchDigest,
  listSavedSearches,
  listSearchDigests,
  removeSavedSearch,
  search,
} from './contract/search.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { toDelivery } from './deliveries.ts'
import { shownDigest } from './digest-api.ts'
import { iso } from './iso.ts'
import { notFound, Refusal } from './refusal.ts'
import { shownReason } from './to-refusal.ts'

const toSavedSearch = ({ createdAt, digest, digestSince: _, ...saved }: SavedSearch) => ({
  ...saved,
  createdAt: iso(createdAt),
  digest: digest && { ...digest, days: [...digest.days], channels: digest.channels && [...digest.channels] },
})

/** The most digests of a search that are listed. */
const DIGESTS_LISTED = 30

const toHead = ({ found, deliveries }: FoundDigestHead, now: number) => ({
  date: found.localDate,
  at: iso(found.at),
  stories: found.digest === null ? 0 : itemsOf(found.digest).length,
  deliveries: deliveries.map((one) => toDelivery(one, now)),
})

/** A query that cannot be understood is a bad request, and the place of it is named. */
export async function understood<T>(at: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    const message = hideLogins(error.message)
    throw message.startsWith('search:') || message.startsWith('tab:')
      ? new Refusal(400, 'bad_query', message, { errors: [{ at, message }], reason: shownReason(error) })
      : error
  })
}

export const searchRoutes: readonly ApiRoute[] = [
  route(search, async ({ own, query: { q, cursor, limit } }) => {
    const [list, at] = cursor === undefined ? [] : fromCursor(cursor, ['string', 'number'])
    const from = list === undefined ? null : { list: list as string, at: Math.max(0, at as number) }
    const page = await understood('query.q', own.searches.find(q, from, limit))
    if (page === null)
      throw new Refusal(410, 'cursor_expired', 'This list is over an hour old; ask for the first page.')
    const items = page.items.map(({ snippet, ...one }) => ({ article: toArticle(one), snippet: [...snippet] }))
    return { items, next: page.next === null ? null : toCursor([page.list, page.next]) }
  }),
  route(listSavedSearches, async ({ own }) => {
    const items = (await own.searches.saved()).map(toSavedSearch)
    return { items, next: null, channels: [...own.searches.channels] }
  }),
  route(addSavedSearch, async ({ own, body }) =>
    toSavedSearch(await understood('body.query', own.searches.save(body))),
  ),
  route(changeSavedSearch, async ({ own, params, body: { name, query, asTab, digest } }) => {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(query === undefined ? {} : { query }),
      ...(asTab === undefined ? {} : { asTab }),
      ...(digest === undefined ? {} : { digest }),
    }
    const changed = await understood('body.query', own.searches.change(params.id, change))
    if (changed === null) throw notFound()
    return toSavedSearch(changed)
  }),
  route(removeSavedSearch, async ({ own, params }) => {
    if (!(await own.searches.remove(params.id))) throw notFound()
    return undefined
  }),
  route(listSearchDigests, async ({ own, app, params }) => {
    const heads = await own.searches.digests(params.id, DIGESTS_LISTED)
    if (heads === null) throw notFound()
    return { items: heads.map((one) => toHead(one, app.now())), next: null }
  }),
  route(getSearchDigest, async ({ own, params }) => {
    const found = await own.searches.digestOn(params.id, params.date)
    if (found === null || found.digest === null) throw notFound()
    return shownDigest(own, found.digest)
  }),
]
