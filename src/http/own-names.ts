import { isUrl } from '../core/text/is-url.ts'

/** The names under which this server is known. */
export interface OwnNames {
  /** Whether a `Host` header is one of them: a page of another site may have its own name lead here (DNS rebinding). */
  readonly isHost: (host: string | undefined) => boolean
  /** Whether an `Origin` header is one of them, for a request to a host. */
  readonly isOrigin: (origin: string, host: string) => boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const DIGITS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

/** `baseUrl` is the address that readers use. Off this machine an address of digits will do too: no name can be made to mean it. */
export function ownNames(baseUrl: string | null, isLocal: boolean): OwnNames {
  const base = baseUrl === null ? null : new URL(baseUrl)
  return {
    isHost: (host) => {
      const name = hostnameOf(host)
      if (name === null) return false
      return LOOPBACK.test(name) || name === base?.hostname || (!isLocal && DIGITS.test(name))
    },
    isOrigin: (origin, host) => origin === base?.origin || origin === `http://${host}` || origin === `https://${host}`,
  }
}

function hostnameOf(host: string | undefined): string | null {
  const address = `http://${host}`
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && isUrl(address) ? new URL(address).hostname : null
}
