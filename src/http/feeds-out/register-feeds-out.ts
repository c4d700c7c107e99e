import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebApp } from '../../app/web-app.ts'
import { notFound } from '../refusal.ts'
import { contentOf } from './feed-content.ts'
import { OUT_TYPES, type OutFormat } from './out-feed.ts'
import { renderOut } from './render-feed.ts'

/* Feeds that programs read without a login: who knows the address may read it, and the reader may renew it by another secret. */

const PATH = /^(.+)\.(atom|rss|json)$/

/** Registers `/out/SECRET/WHAT.FORMAT`. */
export function registerFeedsOut(server: FastifyInstance, app: WebApp, baseUrl: string | null): void {
  const limited = server.hasDecorator('rateLimit') ? { preHandler: server.rateLimit() } : {}
  server.get<{ Params: { secret: string; '*': string } }>('/out/:secret/*', limited, (request, reply) =>
    answered(request, reply, app, baseUrl),
  )
}

async function answered(
  request: FastifyRequest<{ Params: { secret: string; '*': string } }>,
  reply: FastifyReply,
  app: WebApp,
  baseUrl: string | null,
): Promise<FastifyReply> {
  const { secret, '*': rest } = request.params
  const identity = await app.sessions.identify(secret)
  const [, path, format] = PATH.exec(rest) ?? []
  if (identity?.token.kind !== 'feed' || path === undefined) throw notFound()
  const found = await contentOf(app.forReader(identity.reader), path)
  if (found === null) throw notFound()
  const base = (baseUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, '')
  const items = found.items.map((item) => ({ ...item, url: item.url?.startsWith('/') ? base + item.url : item.url }))
  const updated = Math.max(0, ...items.map((item) => item.updated))
  const feed = { url: base + request.url.split('?')[0], pageUrl: base + found.page, title: found.title, updated, items }
  return reply.type(OUT_TYPES[format as OutFormat]).send(renderOut(feed, format as OutFormat))
}
