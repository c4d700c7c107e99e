import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { FetchError } from './fetch-error.ts'

/** Resolves a host name to its addresses. A demonstration or a test passes its own. */
export type Lookup = (name: string) => Promise<readonly string[]>

/** The system's resolver, hosts file included. */
export const systemLookup: Lookup = async (name) =>
  (await dnsLookup(name, { all: true, verbatim: true })).map((found) => found.address)

/** A resolver over a table; other names do not exist. */
export const nameTable =
  (table: Readonly<Record<string, string | readonly string[]>>): Lookup =>
  async (name) => {
    const addresses = Object.hasOwn(table, name) ? table[name] : undefined
    if (addresses === undefined) throw new FetchError('dns', `there is no host called ${name}`)
    return typeof addresses === 'string' ? [addresses] : addresses
  }

/** Opens a socket, which the caller may destroy before it is connected; null where the address is refused. */
export type Connect = (...args: Parameters<buildConnector.connector>) => Socket | null

export interface GuardedConnect {
  readonly guard: AddressGuard
  readonly lookup: Lookup
  /** The port for every name, whatever its address says; null for the address's own port. */
  readonly port: number | null
  /** Called for each socket while it is open. */
  readonly onSocket: (socket: Socket) => void
}

/**
 * Opens sockets only to addresses that the guard accepts. A name is resolved once and checked, and the socket gets the
 * checked addresses, not the name: a second DNS answer changes nothing (DNS rebinding).
 */
export function guardedConnect(options: GuardedConnect): Connect {
  const connectors = new Map<number, Connect>()
  return (target, callback) => {
    const port = options.port ?? (Number(target.port) || (target.protocol === 'https:' ? 443 : 80))
    if (isIP(target.hostname) !== 0 && !options.guard(target.hostname, port)) {
      queueMicrotask(() => callback(forbidden(target.hostname), null))
      return null
    }
    const connect = connectors.get(port) ?? connectorFor(port, options)
    connectors.set(port, connect)
    return connect({ ...target, port: String(port) }, (...result) => {
      if (result[1]) options.onSocket(result[1])
      callback(...result)
    })
  }
}

/** One connector per port: the allow-list may open one port of an address, and Node's lookup is not given the port. */
function connectorFor(port: number, options: GuardedConnect): Connect {
  const lookup: LookupFunction = (name, wanted, callback) => {
    judgedAddresses(name, port, options).then(
      (addresses) =>
        wanted.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
      (error: NodeJS.ErrnoException) => callback(error, wanted.all ? [] : ''),
    )
  }
  // No time-out of its own: a request that ends destroys its socket. The types hide that the socket is returned.
  return buildConnector({ timeout: 0, lookup, autoSelectFamily: true } as buildConnector.BuildOptions) as Connect
}

async function judgedAddresses(name: string, port: number, { guard, lookup }: GuardedConnect) {
  const addresses = await lookup(name)
  const judged = addresses.filter((address) => guard(address, port))
  if (judged.length === 0)
    throw addresses.length === 0 ? new FetchError('dns', `no address for ${name}`) : forbidden(name)
  return judged.map((address) => ({ address, family: isIP(address) }))
}

function forbidden(host: string): FetchError {
  return new FetchError(
    'forbiddenAddress',
    `${host} is on a private or special network, which fetch.allow_private_networks in feeds.yaml opens`,
  )
}
