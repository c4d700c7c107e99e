import { includesScope } from '../app/sessions.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Token } from '../core/domain/token.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type ApiRoute, route, withHeaders } from './api-route.ts'
import { addToken, getMe, listTokens, logIn, logOut, removeToken, setPassword } from './contract/session.ts'
import type { Logins } from './logins.ts'
import { notFound, Refusal } from './refusal.ts'
import { shownReason } from './to-refusal.ts'
import type { Visitor } from './visitor.ts'

const iso = (at: number): string => new Date(at).toISOString()

export function sessionRoutes(logins: Logins): readonly ApiRoute[] {
  return [
    route(getMe, ({ app, visitor }) => meOf(app, visitor)),
    route(logIn, async ({ app, body, address, browser }) => {
      const { setCookie, ...identity } = await logins.logIn(app, { ...body, address, browser })
      return withHeaders(await meOf(app, { ...identity, via: 'cookie' }), { 'set-cookie': setCookie })
    }),
    route(logOut, async ({ app, visitor }) => {
      if (visitor.token !== null) await app.sessions.revoke(visitor.reader.id, visitor.token.id)
      return withHeaders(undefined, { 'set-cookie': logins.endCookie })
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
      const isRight = () => app.sessions.isPasswordOf(reader, body.current)
      const tried = { name: reader.name, address }
      const checked = await logins.throttled(tried, async () => ((await isRight()) ? true : null))
      if (checked === null) throw new Refusal(403, 'wrong_password', 'The present password is not right.')
      await own.readers.setPassword(reader.name, body.next).catch((error: unknown) => {
        throw error instanceof UserError
          ? new Refusal(422, 'bad_password', error.message, { reason: shownReason(error) })
          : error
      })
      await app.sessions.endOthers(reader.id, token?.id ?? null)
      return undefined
    }),
  ]
}

async function meOf(app: WebApp, { reader, scope }: Visitor) {
  const { id, name, role, email, passwordHash } = reader
  const isAlone = (await app.readers()).length === 1
  const { isDemo } = app
  return { id, name, role, email, hasPassword: passwordHash !== null, scope, isAlone, isDemo, now: iso(app.now()) }
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
