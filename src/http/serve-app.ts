import type { WebApp } from '../app/web-app.ts'
import { apiRoutes } from './api-routes.ts'
import { registerApi } from './api-server.ts'
import { createWebServer, type Listening, listen, type ServerParts } from './listen.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { openApiRoute } from './openapi.ts'
import { ownNames } from './own-names.ts'
import { createVisitors } from './visitor.ts'
import { createWebPages } from './web-pages.ts'

/** How the server is reached. */
export interface ServerSettings {
  /** `address:port`. */
  readonly listenAt: string
  readonly baseUrl: string | null
  readonly trustedProxies: readonly string[]
  /** Whether answers are compared with the contract: in tests. */
  readonly checksAnswers?: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]):/

function serverParts(app: WebApp, settings: ServerSettings): ServerParts {
  const { listenAt, baseUrl, trustedProxies, checksAnswers = false } = settings
  // Behind a proxy everybody seems to come from this machine.
  const isLocal = LOOPBACK.test(listenAt) && baseUrl === null && trustedProxies.length === 0
  const names = ownNames(baseUrl, isLocal)
  const visitorOf = createVisitors({ sessions: app.sessions, readers: app.readers, isLocal })
  const routes = apiRoutes({ throttle: createLoginThrottle(app.now), isSecure: baseUrl?.startsWith('https:') ?? false })
  return {
    names,
    pages: createWebPages(app, visitorOf),
    trustedProxies,
    register: (server) =>
      registerApi(server, [...routes, openApiRoute(routes)], { app, visitorOf, names, checksAnswers }),
  }
}

/** Serves pages and API to readers. */
export const serveApp = (app: WebApp, settings: ServerSettings): Promise<Listening> =>
  listen(settings.listenAt, serverParts(app, settings))

/** The same without a socket. */
export const createAppServer = (app: WebApp, settings: ServerSettings) => createWebServer(serverParts(app, settings))
