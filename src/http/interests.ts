import { type ApiRoute, route } from './api-route.ts'
import { forgetInterests, listInterests } from './contract/interests.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { isoOrNull } from './iso.ts'
import { notFound } from './refusal.ts'

export const interestRoutes: readonly ApiRoute[] = [
  route(listInterests, async ({ own, query: { cursor, limit } }) => {
    const at = cursor === undefined ? 0 : Math.max(0, fromCursor(cursor, ['number'])[0] as number)
    const { items, total } = await own.interests.page(at, limit)
    return {
      items: items.map(({ moves, ...one }) => ({
        ...one,
        moves: moves.map((move) => ({ ...move, at: isoOrNull(move.at) })),
      })),
      next: at + limit < total ? toCursor([at + limit]) : null,
      learning: await own.interests.learning(),
    }
  }),
  route(forgetInterests, async ({ own, body }) => {
    if (!(await own.interests.forget('term' in body ? body.term : null))) throw notFound()
    return own.interests.learning()
  }),
]
