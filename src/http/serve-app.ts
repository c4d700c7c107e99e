import type { WebApp } from '../app/web-app.ts'
import { apiRoutes } from './api-routes.ts'
import { registerApi } from './api-server.ts'
import { createWebServer, type Listening, listen, type ServerParts } from './listen.ts'
import { registerLoginPages } from './login-pages.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createLogins } from './logins.ts'
import { openApiRoute } from './openapi.ts'
import { ownNames } from './own-names.ts'
import { RATE_LIMITS, type RateLimits, registerRateLimits } from './rate-limits.ts'
import { createIdentifyRequest } from './request-visitor.ts'
import { createVisitors } from './visitor.ts'
import { createWebPages } from './web-pages.ts'

/** How the server is reached. */
export interface ServerSettings {
  /** `address:port`. */
  readonly listenAt: string
  readonly baseUrl: string | null
  readonly trustedProxies: readonly string[]
  /** The secret of the set-up link. */
  readonly setupKey?: string | null
  readonly limits?: RateLimits
  /** Whether answers are compared with the contract: in tests. */
  readonly checksAnswers?: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]):/

/** Whether only this machine can reach the server: behind a proxy everybody seems to come from it. */
export const isLocal = ({ listenAt, baseUrl, trustedProxies }: ServerSettings): boolean =>
  LOOPBACK.test(listenAt) && baseUrl === null && trustedProxies.length === 0

function serverParts(app: WebApp, settings: ServerSettings): ServerParts {
  const { baseUrl, trustedProxies, setupKey = null, limits = RATE_LIMITS, checksAnswers = false } = settings
  const names = ownNames(baseUrl, isLocal(settings))
  const visitorOf = createVisitors({ sessions: app.sessions, readers: app.readers, isLocal: isLocal(settings) })
  const identify = createIdentifyRequest(visitorOf, names)
  const logins = createLogins({
    throttle: createLoginThrottle(app.now),
    isSecure: baseUrl?.startsWith('https:') ?? false,
  })
  const routes = apiRoutes(logins)
  return {
    names,
    pages: createWebPages(app, identify),
    trustedProxies,
    register: async (server) => {
      // Streams never end by themselves.
      server.addHook('preClose', async () => app.live.close())
      await registerRateLimits(server, identify, limits)
      registerApi(server, [...routes, openApiRoute(routes)], { app, identify, limits, checksAnswers })
      registerLoginPages(server, { app, logins, identify, limits, setupKey })
    },
  }
}

/** Serves pages and API to readers. */
export const serveApp = (app: WebApp, settings: ServerSettings): Promise<Listening> =>
  listen(settings.listenAt, serverParts(app, settings))

/** The same without a socket. */
export const createAppServer = (app: WebApp, settings: ServerSettings) => createWebServer(serverParts(app, settings))
