import type { Reader } from '../core/domain/reader.ts'
import type { Token, TokenScope } from '../core/domain/token.ts'
import type { Store } from '../io/store/open-store.ts'

/** Somebody who is logged in, or a program with a token. */
export interface Identity {
  readonly reader: Reader
  readonly token: Token
  readonly scope: TokenScope
}

/** A token with its secret, which is shown once. */
export interface IssuedToken {
  readonly secret: string
  readonly token: Token
}

/** Sessions of browsers and tokens of programs. */
export interface Sessions {
  /** Checks a name and a password; null when they are not right. Takes as long for a name that nobody has. */
  readonly logIn: (name: string, password: string, browser: string | null) => Promise<IssuedToken | null>
  /** Whose secret it is; null when it is nobody's, or has expired. */
  readonly identify: (secret: string) => Promise<Identity | null>
  readonly issue: (
    reader: Reader,
    wanted: { readonly name: string; readonly scope: TokenScope; readonly kind?: 'api' | 'feed' | undefined },
  ) => Promise<IssuedToken>
  /** Whether a password is a reader's; null for one who has none yet. */
  readonly isPasswordOf: (reader: Reader, password: string | null) => Promise<boolean>
  /** Ends all sessions of a reader but one. */
  readonly endOthers: (reader: number, except: number | null) => Promise<void>
  readonly list: (reader: number) => Promise<Token[]>
  /** False when the reader has no such token. */
  readonly revoke: (reader: number, id: number) => Promise<boolean>
}

/** What sessions need. */
export interface SessionsDeps {
  readonly store: Pick<Store, 'readers' | 'changeReader' | 'web'>
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>
  readonly newSecret: () => string
  readonly secretHash: (secret: string) => string
  readonly now: () => number
}

const DAY_MS = 86_400_000
/** A session ends when it was not used for so long. */
const SESSION_MS = 30 * DAY_MS
/** How exactly it is stored when a session was last used: each time would be a write for every request. */
const USED_MS = 10 * 60_000
/** Secrets of programs are recognisable, so that one in a public place can be found. */
const TOKEN_PREFIX = 'ct_'

/** What a reader may do at most. */
export const scopeOf = ({ role }: Reader): TokenScope => (role === 'administrator' ? 'admin' : 'write')

const RANKS: readonly TokenScope[] = ['read', 'write', 'admin']

/** Whether one scope includes another. */
export const includesScope = (has: TokenScope, wanted: TokenScope): boolean =>
  RANKS.indexOf(has) >= RANKS.indexOf(wanted)

export function createSessions({ store, isPassword, newSecret, secretHash, now }: SessionsDeps): Sessions {
  async function add(
    reader: Reader,
    secret: string,
    token: Pick<Token, 'kind' | 'name' | 'scope'>,
  ): Promise<IssuedToken> {
    const at = now()
    const expiresAt = token.kind === 'session' ? at + SESSION_MS : null
    const added = { ...token, reader: reader.id, createdAt: at, usedAt: at, expiresAt }
    return { secret, token: await store.web.addToken(secretHash(secret), added) }
  }

  /** Stores that a token and its reader are in use, now and then. */
  async function touch({ id, kind, usedAt, expiresAt }: Token, { id: reader, seenAt }: Reader): Promise<void> {
    const at = now()
    // A clock that was set back must not stop it for good.
    if (Math.abs(at - usedAt) >= USED_MS)
      await store.web.touchToken(id, at, kind === 'session' ? at + SESSION_MS : expiresAt)
    if (Math.abs(at - (seenAt ?? 0)) >= USED_MS) await store.changeReader(reader, { seenAt: at })
  }
  return {
    async logIn(name, password, browser) {
      const reader = (await store.readers()).find((one) => one.name === name) ?? null
      if (!(await isPassword(password, reader?.passwordHash ?? null)) || reader === null) return null
      await store.web.pruneTokens(now())
      return add(reader, newSecret(), { kind: 'session', name: browser, scope: scopeOf(reader) })
    },
    async identify(secret) {
      const found = await store.web.tokenByHash(secretHash(secret))
      if (found === null) return null
      const { token, owner } = found
      if (token.expiresAt !== null && token.expiresAt <= now()) return null
      // Nobody has to wait, or be refused, because this cannot be written now.
      void touch(token, owner).catch(() => {})
      const most = scopeOf(owner)
      return { reader: owner, token, scope: includesScope(most, token.scope) ? token.scope : most }
    },
    // What stands in an address is seen by many: it allows nothing but to read.
    issue: (reader, { name, scope, kind = 'api' }) =>
      add(reader, TOKEN_PREFIX + newSecret(), { kind, name, scope: kind === 'feed' ? 'read' : scope }),
    isPasswordOf: async ({ passwordHash }, password) =>
      passwordHash === null || password === null ? passwordHash === password : isPassword(password, passwordHash),
    endOthers: (reader, except) => store.web.removeSessions(reader, except),
    list: (reader) => store.web.tokensOf(reader),
    revoke: (reader, id) => store.web.removeToken(reader, id),
  }
}
