import { includesScope } from '../app/sessions.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Token } from '../core/domain/token.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type ApiRoute, route, withHeaders } from './api-route.ts'
import { addToken, getMe, listTokens, logIn, logOut, removeToken, setPassword } from './contract/session.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Visitor } from './visitor.ts'

/** The name of the session's cookie. */
export const COOKIE = 'copytaster'
const COOKIE_S = 30 * 86_400

/** What the session routes need besides the app. */
export interface SessionRoutesDeps {
  readonly throttle: LoginThrottle
  /** Whether readers reach the server through TLS. */
  readonly isSecure: boolean
}

const iso = (at: number): string => new Date(at).toISOString()

export function sessionRoutes({ throttle, isSecure }: SessionRoutesDeps): readonly ApiRoute[] {
  const cookie = (secret: string, seconds: number) => ({
    'set-cookie': `${COOKIE}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  })

  /** Runs a check of a password, unless too many have failed. */
  async function throttled<T>(keys: readonly string[], check: () => Promise<T | null>): Promise<T | null> {
    const wait = throttle.waitOf(keys)
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000)
      throw new Refusal(429, 'too_many_logins', `Too many failed logins: try again in ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
    const result = await check()
    if (result === null) throttle.failed(keys)
    else throttle.succeeded(keys)
    return result
  }
  return [
    route(getMe, ({ app, visitor }) => meOf(app, visitor)),
    route(logIn, async ({ app, body, address, browser }) => {
      const keys = [`name ${body.name}`, `address ${address}`]
      const issued = await throttled(keys, () => app.sessions.logIn(body.name, body.password, browser))
      if (issued === null) throw new Refusal(401, 'wrong_login', 'Name and password do not match.')
      const identity = await app.sessions.identify(issued.secret)
      if (identity === null) throw new Refusal(401, 'wrong_login', 'Name and password do not match.')
      return withHeaders(await meOf(app, { ...identity, via: 'cookie' }), cookie(issued.secret, COOKIE_S))
    }),
    route(logOut, async ({ app, visitor }) => {
      if (visitor.token !== null) await app.sessions.revoke(visitor.reader.id, visitor.token.id)
      return withHeaders(undefined, cookie('', 0))
    }),
    route(listTokens, async ({ app, visitor }) => {
      const tokens = await app.sessions.list(visitor.reader.id)
      return { items: tokens.map((one) => toToken(one, visitor)), next: null }
    }),
    route(addToken, async ({ app, visitor, body }) => {
      if (!includesScope(visitor.scope, body.scope))
        throw new Refusal(
          403,
          'scope_required',
          `You cannot give the scope "${body.scope}": yours is "${visitor.scope}".`,
        )
      const { token, secret } = await app.sessions.issue(visitor.reader, body)
      return { token: toToken(token, visitor), secret }
    }),
    route(removeToken, async ({ app, visitor, params }) => {
      if (!(await app.sessions.revoke(visitor.reader.id, params.id))) throw notFound()
      return undefined
    }),
    route(setPassword, async ({ app, own, visitor, body, address }) => {
      const { reader, token } = visitor
      if (visitor.via === 'bearer')
        throw new Refusal(403, 'login_required', 'A token cannot change a password: log in.')
      const keys = [`name ${reader.name}`, `address ${address}`]
      const isRight = () => app.sessions.isPasswordOf(reader, body.current)
      const checked = await throttled(keys, async () => ((await isRight()) ? true : null))
      if (checked === null) throw new Refusal(403, 'wrong_password', 'The present password is not right.')
      await own.readers.setPassword(reader.name, body.next).catch((error: unknown) => {
        throw error instanceof UserError ? new Refusal(422, 'bad_password', error.message) : error
      })
      await app.sessions.endOthers(reader.id, token?.id ?? null)
      return undefined
    }),
  ]
}

async function meOf(app: WebApp, { reader, scope }: Visitor) {
  const { id, name, role, email, passwordHash } = reader
  const isAlone = (await app.readers()).length === 1
  return { id, name, role, email, hasPassword: passwordHash !== null, scope, isAlone }
}

function toToken({ id, kind, name, scope, createdAt, usedAt, expiresAt }: Token, { token }: Visitor) {
  return {
    id,
    kind,
    name,
    scope,
    createdAt: iso(createdAt),
    usedAt: iso(usedAt),
    expiresAt: expiresAt === null ? null : iso(expiresAt),
    isThis: token?.id === id,
  }
}
