import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebApp } from '../../app/web-app.ts'
import type { Asked } from '../../web/boot.ts'
import { ROUTES } from '../../web/routes.ts'
import type { HttpAnswer } from '../answer.ts'
import { API } from '../api-server.ts'
import type { Problem } from '../contract/common.ts'
import { FORWARDED, type IdentifyRequest } from '../request-visitor.ts'
import type { AssetFile, PageAssets } from './page-assets.ts'
import { renderPage } from './render-page.ts'

/** What the pages of the reader need. */
export interface PagesDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
  readonly assets: PageAssets
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
  if ((await deps.identify(request)) === null) return toLogin(request, reply)
  const { status, headers, body } = await pageFor(request, deps)
  return reply.code(status).headers(headers).send(body)
}

/** The page at the address of a request, for a visitor who is known. */
export async function pageFor(
  request: FastifyRequest,
  { app, assets }: Omit<PagesDeps, 'identify'>,
): Promise<HttpAnswer> {
  const { status, html } = await renderPage(request.url, {
    ask: (path) => ask(request, path),
    assets,
    acceptLanguage: String(request.headers['accept-language'] ?? ''),
    zone: app.zone,
    now: app.now(),
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(app.images.mode),
    'cache-control': 'private, no-cache',
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

/** Headers by which a visitor is known. */
const PASSED_ON = ['cookie', 'authorization', 'host', 'accept-language', ...FORWARDED] as const

/** Asks our own API in the visitor's name: the page sees what its script will see, and nothing else. */
async function ask(request: FastifyRequest, path: string): Promise<Asked> {
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  const answer = await request.server.inject({
    url: API + path,
    headers,
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  const body = answer.json<unknown>()
  return answer.statusCode === 200 ? { data: body, problem: null } : { data: null, problem: body as Problem }
}

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
