import type { Identity } from '../app/sessions.ts'
import type { WebApp } from '../app/web-app.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { Refusal } from './refusal.ts'

/** The name of the session's cookie. */
export const COOKIE = 'copytaster'
const COOKIE_S = 30 * 86_400

/** What logging in needs besides the app. */
export interface LoginsDeps {
  readonly throttle: LoginThrottle
  /** Whether readers reach the server through TLS. */
  readonly isSecure: boolean
}

/** A try to log in. */
export interface LoginTry {
  readonly name: string
  readonly password: string
  /** The sender's address. */
  readonly address: string
  readonly browser: string | null
}

/** Logging in, by a page or by the API. */
export interface Logins {
  /** Opens a session; refuses a wrong name or password, and too many of them. */
  readonly logIn: (app: WebApp, tried: LoginTry) => Promise<Identity & { readonly setCookie: string }>
  /** Runs a check of a password, which gives null when it is wrong, unless too many have failed. */
  readonly throttled: <T>(
    tried: Pick<LoginTry, 'name' | 'address'>,
    check: () => Promise<T | null>,
  ) => Promise<T | null>
  /** The `Set-Cookie` header that ends a session. */
  readonly endCookie: string
}

export function createLogins({ throttle, isSecure }: LoginsDeps): Logins {
  const cookie = (secret: string, seconds: number) =>
    `${COOKIE}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  const throttled: Logins['throttled'] = async ({ name, address }, check) => {
    const keys = [`name ${name}`, `address ${address}`]
    const wait = throttle.waitOf(keys)
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
    // Counted before it is checked: many at once must not all be free.
    throttle.failed(keys)
    const result = await check()
    if (result !== null) throttle.succeeded(keys)
    return result
  }
  return {
    throttled,
    async logIn(app, { name, password, address, browser }) {
      const issued = await throttled({ name, address }, () => app.sessions.logIn(name, password, browser))
      const identity = issued && (await app.sessions.identify(issued.secret))
      if (issued === null || identity === null) throw new Refusal(401, 'wrong_login', 'Name and password do not match.')
      return { ...identity, setCookie: cookie(issued.secret, COOKIE_S) }
    },
    endCookie: cookie('', 0),
  }
}

const tooMany = (seconds: number) =>
  new Refusal(429, 'too_many_logins', `Too many failed logins: try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
