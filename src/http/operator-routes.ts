import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import { Refusal } from './refusal.ts'
import { FORWARDED, type IdentifyRequest } from './request-visitor.ts'
import { requireScope } from './visitor.ts'

/** What operators ask. */
export interface OperatorDeps {
  readonly identify: IdentifyRequest
  /** What is not as it should be, in words; null when everything answers. */
  readonly trouble: () => Promise<string | null>
  readonly metrics: Metrics | null
}

const UNCOUNTED = { config: { rateLimit: false } } as const
const TEXT = 'text/plain; charset=utf-8'

/** `/healthz`: the process answers. `/readyz`: so do database and engine. `/metrics`: for who may administer. */
export function registerOperatorRoutes(server: FastifyInstance, { identify, trouble, metrics }: OperatorDeps): void {
  server.get('/readyz', UNCOUNTED, async (_, reply) => {
    const words = await trouble()
    reply.header('cache-control', 'no-store').type(TEXT)
    return words === null ? reply.send('ok\n') : reply.code(503).header('retry-after', '5').send(`${words}\n`)
  })
  if (metrics === null) return
  server.get('/metrics', async (request, reply) => {
    const visitor = await identify(request)
    // Where no login is needed, a proxy on this machine could show it to everybody (CVE-2023-27591).
    requireScope(visitor?.via === 'open' ? null : visitor, 'admin')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** The only route of the listener for metrics; what a proxy passes on is refused. */
export function registerMetricsOnly(server: FastifyInstance, metrics: Metrics): void {
  server.get('/metrics', async (request, reply) => {
    if (FORWARDED.some((name) => request.headers[name] !== undefined))
      throw new Refusal(403, 'forwarded', 'Metrics are not given through a proxy.')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}
