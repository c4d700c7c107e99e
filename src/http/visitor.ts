import { type Identity, includesScope, type Sessions, scopeOf } from '../app/sessions.ts'
import type { Reader } from '../core/domain/reader.ts'
import type { Token, TokenScope } from '../core/domain/token.ts'
import type { Scope } from './contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** Who sent a request, and what they may do. */
export interface Visitor {
  readonly reader: Reader
  readonly scope: TokenScope
  /** Null where no login is needed. */
  readonly token: Token | null
  /** How they are known: a browser sends a cookie by itself, also when another site makes it. */
  readonly via: 'open' | 'cookie' | 'bearer'
}

/** What a request says about its sender. */
export interface Credentials {
  readonly cookie: string | null
  /** The `Authorization` header. */
  readonly authorization: string | null
  /** Whether a proxy passed it on: then it need not come from this machine. */
  readonly isForwarded: boolean
}

/** What telling visitors apart needs. */
export interface VisitorsDeps {
  readonly sessions: Pick<Sessions, 'identify'>
  readonly readers: () => Promise<readonly Reader[]>
  /** Whether only this machine can reach the server. */
  readonly isLocal: boolean
}

/** Reader apps send what they got when they logged in: the name and the secret. */
const SECRET = /^(?:Bearer |GoogleLogin auth=[^/\s]{1,300}\/)([A-Za-z0-9_-]{1,200})$/i
/** Or both again with each request. */
const BASIC = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i

/** What an app gets in place of a secret where no login is needed. */
export const NO_SECRET = 'open'

/** Tells who sent a request; null for somebody who has to log in first. */
export function createVisitors({ sessions, readers, isLocal }: VisitorsDeps) {
  /** The secret in the address of a feed gives that feed and nothing else. */
  const known = (identity: Identity | null, via: Visitor['via']): Visitor | null =>
    identity === null || identity.token.kind === 'feed' ? null : { ...identity, via }

  /** On this machine, while there is one reader without a password, no login is needed. */
  async function withoutLogin(): Promise<Visitor | null> {
    const [reader, ...others] = isLocal ? await readers() : []
    if (reader === undefined || others.length > 0 || reader.passwordHash !== null) return null
    return { reader, scope: scopeOf(reader), token: null, via: 'open' }
  }
  /** A name with one of the reader's tokens as the password. */
  async function byBasic(encoded: string): Promise<Visitor | null> {
    const [, name, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
    const identity = secret ? await sessions.identify(secret) : null
    return identity?.token.kind === 'api' && identity.reader.name === name ? known(identity, 'bearer') : null
  }
  return async ({ cookie, authorization, isForwarded }: Credentials): Promise<Visitor | null> => {
    const login = BASIC.exec(authorization ?? '')?.[1]
    const secret = authorization === null ? NO_SECRET : (SECRET.exec(authorization)?.[1] ?? null)
    if (login !== undefined) return (await byBasic(login)) ?? (isForwarded ? null : withoutLogin())
    if (secret !== NO_SECRET) return secret === null ? null : known(await sessions.identify(secret), 'bearer')
    const visitor = cookie === null ? null : known(await sessions.identify(cookie), 'cookie')
    return visitor ?? (isForwarded ? null : withoutLogin())
  }
}

/** Refuses a visitor who may not do what a scope stands for. */
export function requireScope(visitor: Visitor | null, scope: Scope): void {
  if (scope === 'none') return
  if (visitor === null)
    throw new Refusal(401, 'login_required', 'Log in, or send a token.', { headers: { 'www-authenticate': 'Bearer' } })
  if (!includesScope(visitor.scope, scope))
    throw new Refusal(403, 'scope_required', `This needs the scope "${scope}"; yours is "${visitor.scope}".`)
}

/** What a browser says about where a request comes from. */
export interface RequestOrigin {
  readonly method: string
  /** Whether the `Origin` header names this server; null without one. */
  readonly isOwnOrigin: boolean | null
  /** The `Sec-Fetch-Site` header. */
  readonly site: string | null
}

/**
 * Refuses unsafe requests that another site may have had a browser send (CSRF). Those with a token are exempt: no browser adds it
 * by itself.
 */
export function requireSameOrigin(visitor: Visitor | null, { method, isOwnOrigin, site }: RequestOrigin): void {
  if (method === 'GET' || method === 'HEAD' || visitor?.via === 'bearer') return
  const isForeign = isOwnOrigin === false || (site !== null && site !== 'same-origin' && site !== 'none')
  // Every browser says one of the two. A program on this machine need not, where there is no login.
  const isSilent = isOwnOrigin === null && site === null && visitor?.via === 'cookie'
  if (isForeign || isSilent)
    throw new Refusal(403, 'other_origin', 'This request must come from a page of this server.')
}
