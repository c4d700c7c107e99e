import { type ApiRoute, route } from './api-route.ts'
import { visit } from './contract/me.ts'
import { isoOrNull } from './iso.ts'

export const meRoutes: readonly ApiRoute[] = [
  route(visit, async ({ own }) => ({ since: isoOrNull(await own.visits.visit()) })),
]
