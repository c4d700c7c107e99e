import { includesScope } from '../app/sessions.ts'
import { type ApiRoute, route } from './api-route.ts'
import { getAdvice } from './contract/advice.ts'

export const adviceRoutes: readonly ApiRoute[] = [
  route(getAdvice, async ({ own, visitor }) => {
    const server = includesScope(visitor.scope, 'admin') ? await own.advice.server() : []
    return {
      items: await own.advice.feeds(),
      server: server.map(({ name, state, finding, cure }) => ({ name, state, words: finding, cure })),
    }
  }),
]
