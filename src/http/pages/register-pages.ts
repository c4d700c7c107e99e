import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebApp } from '../../app/web-app.ts'
import { ROUTES } from '../../web/routes.ts'
import type { HttpAnswer } from '../answer.ts'
import type { IdentifyRequest } from '../request-visitor.ts'
import type { Visitor } from '../visitor.ts'
import type { AskApi } from './ask-api.ts'
import type { AssetFile, PageAssets } from './page-assets.ts'
import type { PageCache } from './page-cache.ts'
import { renderPage } from './render-page.ts'

/** What the pages of the reader need. */
export interface PagesDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
  readonly ask: AskApi
  readonly assets: PageAssets
  readonly cache: PageCache
}

/** Registers the page: each of its addresses is rendered from the API's answers to the visitor, and the files it is made of. */
export function registerPages(server: FastifyInstance, deps: PagesDeps): void {
  const limited = server.hasDecorator('rateLimit') ? { preHandler: server.rateLimit() } : {}
  for (const { pattern } of ROUTES) server.get(pattern, limited, (request, reply) => showPage(request, reply, deps))
  server.get<{ Params: { name: string } }>('/assets/:name', { config: { rateLimit: false } }, (request, reply) =>
    sendAsset(request, reply, deps.assets.file(request.params.name)),
  )
}

async function showPage(request: FastifyRequest, reply: FastifyReply, deps: PagesDeps): Promise<FastifyReply> {
  // A digest in another format has nearly the address of its page.
  if (/\.\w+$/.test(request.url.split('?')[0]!)) return reply.callNotFound() as unknown as FastifyReply
  const visitor = await deps.identify(request)
  if (visitor === null) return toLogin(request, reply)
  const { status, headers, body } = await pageFor(request, visitor, deps)
  return reply.code(status).headers(headers).send(body)
}

/** The page at the address of a request, for a visitor who is known. */
export async function pageFor(
  request: FastifyRequest,
  visitor: Visitor,
  { app, ask, assets, cache }: Omit<PagesDeps, 'identify'>,
): Promise<HttpAnswer> {
  const { status, html, etag } = await renderPage(request.url, {
    ask: (path) => ask(path, visitor, request),
    assets,
    cache,
    reader: visitor.reader.id,
    acceptLanguage: String(request.headers['accept-language'] ?? ''),
    zone: app.zone,
    now: app.now(),
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(app.images.mode),
    'cache-control': 'private, no-cache',
    etag,
  }
  return { status, headers, body: html }
}

/** Nothing but our own script and style; pictures and sound from publishers, where the settings let them. */
const pagePolicy = (images: WebApp['images']['mode']): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${images === 'https' ? ' https:' : ''}`,
    'media-src https: http:',
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const toLogin = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(303)
    .headers({
      location: request.url === '/' ? '/login' : `/login?next=${encodeURIComponent(request.url)}`,
      'cache-control': 'no-store',
    })
    .send('')

const FOREVER = 'public, max-age=31536000, immutable'

/** Files whose names never change are asked for again each day. */
const ONE_DAY = 'public, max-age=86400'

function sendAsset(request: FastifyRequest, reply: FastifyReply, file: AssetFile | null): FastifyReply {
  if (file === null) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.\n')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const packed =
    file.brotli !== null && /\bbr\b/.test(accepted)
      ? { coding: 'br', body: file.brotli }
      : file.gzip !== null && /\bgzip\b/.test(accepted)
        ? { coding: 'gzip', body: file.gzip }
        : null
  reply.headers({
    'content-type': file.type,
    'cache-control': file.isHashed ? FOREVER : ONE_DAY,
    vary: 'accept-encoding',
  })
  return packed === null ? reply.send(file.body) : reply.header('content-encoding', packed.coding).send(packed.body)
}
