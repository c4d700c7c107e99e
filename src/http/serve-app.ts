import type { FastifyRequest } from 'fastify'
import type { EngineNumbers } from '../app/engine-meter.ts'
import { scopeOf } from '../app/sessions.ts'
import type { WebApp } from '../app/web-app.ts'
import { withTimeout } from '../app/with-timeout.ts'
import { answer } from './answer.ts'
import { type AnsweredRequest, tellAnswered } from './answered-request.ts'
import { apiRoutes } from './api-routes.ts'
import { registerApi } from './api-server.ts'
import { registerFeedsOut } from './feeds-out/register-feeds-out.ts'
import { registerGReader } from './greader/register-greader.ts'
import { isLocal } from './is-local.ts'
import type { LazyServer } from './lazy-server.ts'
import { closed, createWebServer, type Listening, listen, type ServerParts } from './listen.ts'
import { registerLoginPages } from './login-pages.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createLogins } from './logins.ts'
import { type McpAnswers, registerMcp } from './mcp.ts'
import type { Metrics } from './metrics.ts'
import { registerMiniflux } from './miniflux/register-miniflux.ts'
import { openApiRoute } from './openapi.ts'
import { registerMetricsOnly, registerOperatorRoutes } from './operator-routes.ts'
import { ownNames } from './own-names.ts'
import { createAskApi } from './pages/ask-api.ts'
import { NO_ASSETS, type PageAssets } from './pages/page-assets.ts'
import { createPageCache } from './pages/page-cache.ts'
import { type PagesDeps, pageFor, registerPages } from './pages/register-pages.ts'
import { RATE_LIMITS, type RateLimits, registerRateLimits } from './rate-limits.ts'
import { createIdentifyRequest } from './request-visitor.ts'
import { createVisitors } from './visitor.ts'
import { warmUp } from './warm-up.ts'
import { createWebPages } from './web-pages.ts'

/** How the server is reached. */
export interface ServerSettings {
  /** `address:port`. */
  readonly listenAt: string
  readonly baseUrl: string | null
  readonly trustedProxies: readonly string[]
  /** What a browser loads for the page; without it the page has neither script nor style. */
  readonly assets?: PageAssets
  /** The secret of the set-up link. */
  readonly setupKey?: string | null
  readonly limits?: RateLimits
  /** What the engine told last; null while it does not run. */
  readonly engine?: () => EngineNumbers | null
  readonly metrics?: Metrics
  /** Where metrics are given to whoever can reach it. */
  readonly metricsListen?: string | null
  /** Is told of every request once it is answered. */
  readonly onAnswered?: (request: AnsweredRequest) => void
  /** Loads what answers language models, when the first one asks. */
  readonly mcp?: () => Promise<McpAnswers>
  /** Whether answers are compared with the contract: in tests. */
  readonly checksAnswers?: boolean
}

function serverParts(app: WebApp, settings: ServerSettings): ServerParts {
  const {
    baseUrl,
    trustedProxies,
    setupKey = null,
    limits = RATE_LIMITS,
    checksAnswers = false,
    assets = NO_ASSETS,
  } = settings
  const names = ownNames(baseUrl, isLocal(settings))
  const visitorOf = createVisitors({ sessions: app.sessions, readers: app.readers, isLocal: isLocal(settings) })
  const identify = createIdentifyRequest(visitorOf, names)
  const logins = createLogins({
    throttle: createLoginThrottle(app.now),
    isSecure: baseUrl?.startsWith('https:') ?? false,
  })
  const routes = apiRoutes(logins)
  const pageDeps = { app, ask: createAskApi(routes, app), assets, cache: createPageCache() }
  return {
    names,
    warmUp: () => warmUp(() => makePages(pageDeps)),
    pages: createWebPages(app, identify, (sent, visitor) => pageFor(sent, visitor, pageDeps)),
    trustedProxies,
    register: async (server) => {
      // Streams never end by themselves.
      server.addHook('preClose', async () => app.live.close())
      tellAnswered(server, (request) => {
        settings.metrics?.observe(request)
        settings.onAnswered?.(request)
      })
      await registerRateLimits(server, identify, limits)
      registerApi(server, [...routes, openApiRoute(routes)], { app, identify, limits, checksAnswers })
      registerOperatorRoutes(server, {
        identify,
        trouble: () => troubleOf(app, settings.engine),
        metrics: settings.metrics ?? null,
      })
      await registerGReader(server, { app, identify, logins, limits })
      await registerMiniflux(server, { app, identify })
      if (settings.mcp !== undefined) await registerMcp(server, { app, identify, names, load: settings.mcp })
      registerFeedsOut(server, app, baseUrl)
      registerLoginPages(server, { app, logins, identify, limits, setupKey })
      registerPages(server, { identify, ...pageDeps })
    },
  }
}

/** The longest pages that are made without the engine, for the first reader. */
async function makePages(deps: Omit<PagesDeps, 'identify'>): Promise<void> {
  const { app } = deps
  const [reader] = await app.readers()
  if (reader === undefined) return
  const visitor = { reader, scope: scopeOf(reader), token: null, via: 'open' } as const
  const [digest] = await app.forReader(reader).digests.heads(Number.MAX_SAFE_INTEGER, 1)
  const sent = { headers: {}, ip: '127.0.0.1' } as FastifyRequest
  // A cache of its own: what is in it would not be rendered.
  for (const url of ['/latest', digest ? `/digests/${digest.localDate}/${digest.type}` : '/digests'])
    await pageFor({ ...sent, url } as FastifyRequest, visitor, { ...deps, cache: createPageCache() })
}

/** What keeps the server from its work, in words. */
async function troubleOf(app: WebApp, engine: ServerSettings['engine']): Promise<string | null> {
  let isReady = false
  const asked = app.isReady().then((answered) => {
    isReady = answered
  })
  await withTimeout(READY_MS, asked)
  if (!isReady) return 'The database does not answer.'
  return engine !== undefined && engine() === null ? 'The engine does not run.' : null
}

/** Whoever asks whether the server is ready wants to know soon. */
const READY_MS = 2_000

/** Serves pages and API to readers, and metrics where the settings say so. */
export async function serveApp(app: WebApp, settings: ServerSettings): Promise<Listening> {
  const main = await listen(settings.listenAt, serverParts(app, settings))
  return withMetrics(settings, main)
}

/** The same on a server that listens already, or soon. */
export async function answerApp(
  app: WebApp,
  lazy: LazyServer,
  settings: ServerSettings,
): Promise<Pick<Listening, 'close'>> {
  const parts = serverParts(app, settings)
  const web = await createWebServer(parts, lazy)
  // Whoever asked already does not wait for it.
  if (!lazy.server.listening) await parts.warmUp?.()
  return withMetrics(settings, { close: () => closed(web) })
}

/** Opens the listener for metrics beside the main one. */
async function withMetrics<T extends Pick<Listening, 'close'>>(settings: ServerSettings, main: T): Promise<T> {
  const { metrics, metricsListen = null } = settings
  if (metrics === undefined || metricsListen === null) return main
  const other = await listen(metricsListen, metricsParts(metrics)).catch(async (error: unknown) => {
    await main.close()
    throw error
  })
  return { ...main, close: async () => void (await Promise.all([main.close(), other.close()])) }
}

const metricsParts = (metrics: Metrics): ServerParts => ({
  names: null,
  pages: async (request) => answer(request, 'text/plain', 'Only /metrics is here.\n', 404),
  register: async (server) => registerMetricsOnly(server, metrics),
})

/** The same without a socket. */
export const createAppServer = (app: WebApp, settings: ServerSettings) => createWebServer(serverParts(app, settings))
