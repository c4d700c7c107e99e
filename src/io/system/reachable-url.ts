import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

const EVERY_ADDRESS = /^http:\/\/(0\.0\.0\.0|\[::\])(?=[:/])/

/**
 * An address that a browser can open, for a server that listens at every address of the machine. By digits: a name that is not in the
 * settings is refused, because it might be somebody else's.
 */
export function reachableUrl(url: string, interfaces: Interfaces): string {
  const every = EVERY_ADDRESS.exec(url)?.[1]
  if (every === undefined) return url
  const all = Object.values(interfaces).flatMap((list) => list ?? [])
  const others = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  const found = others.find(({ family }) => family === 'IPv4') ?? (every === '[::]' ? others[0] : undefined)
  const own = every === '[::]' ? '[::1]' : '127.0.0.1'
  const host = found === undefined ? own : found.family === 'IPv6' ? `[${found.address}]` : found.address
  return url.replace(EVERY_ADDRESS, `http://${host}`)
}
