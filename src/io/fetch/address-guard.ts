import ipaddr from 'ipaddr.js'
import { UserError } from '../../core/domain/user-error.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `true` allows the user's own networks; a list allows exactly its addresses, `address:port` pairs and CIDR blocks. */
export type AllowList = boolean | readonly string[]

/** Whether a connection may be allowed to this address and port. */
export type AddressGuard = (address: string, port: number) => boolean

/**
 * Cloud metadata services outside of the link-local ranges, as the providers document them: Azure's WireServer, Alibaba,
 * UCloud, Volcano Engine, Amazon's block of local services, Google, Oracle, Scaleway, Linode, Alibaba over IPv6. Only a list opens
 * them.
 */
const metadataServices: readonly [Address, number][] = [
  '168.63.129.16/32',
  '100.100.100.200/32',
  '100.80.80.80/32',
  '100.96.0.96/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  'fd00:a9fe:a9fe::1/128',
  'fd00:100::100:200/128',
].map((block) => ipaddr.parseCIDR(block))

/** Ranges of private networks, by their names in ipaddr.js; without link-local, which has metadata services. */
const privateNetworks: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** IANA assigns global unicast from this block only; everything outside of it is special or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** SSRF guard: allows the public internet and the allow-list; checks the resolved IP address, not the host name. */
export function addressGuard(allow: AllowList): AddressGuard {
  const allowed = Array.isArray(allow) ? allow.map(requireAllowed) : []
  const allowsPrivate = allow === true
  return (text, port) => {
    const address = parseAddress(text)
    if (address === null) return false
    const openByKind = isPublic(address) || (allowsPrivate && privateNetworks.has(address.range()))
    if (openByKind && !isMetadataService(address)) return true
    return allowed.some((one) => (one.port === null || one.port === port) && inBlock(address, one.block))
  }
}

/** Whether a text is an IP address or a block of them; a short form such as "10.1" is neither. */
export const isAddressOrRange = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast)
}

function isMetadataService(address: Address): boolean {
  return metadataServices.some((block) => inBlock(address, block))
}

/** An IPv4-mapped IPv6 address counts as the IPv4 address, since that is where the packet goes. */
function parseAddress(text: string): Address | null {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

interface AllowedBlock {
  readonly block: [Address, number]
  readonly port: number | null
}

/** Whether an allow-list may hold this entry. */
export const isAllowedAddress = (entry: string): boolean => parseAllowed(entry) !== null

function requireAllowed(entry: string): AllowedBlock {
  const allowed = parseAllowed(entry)
  if (allowed !== null) return allowed
  throw new UserError(`allowed address must be an IP address, address:port or CIDR block, got "${entry}"`)
}

function parseAllowed(entry: string): AllowedBlock | null {
  const withPort = /^(?:\[(.+)\]|([^:[\]]+)):(\d{1,5})$/.exec(entry)
  const text = withPort ? (withPort[1] ?? withPort[2]!) : entry.replace(/^\[|\]$/g, '')
  const block = text.includes('/') ? parseBlock(text) : parseOne(text)
  return block && { block, port: withPort ? Number(withPort[3]) : null }
}

function parseOne(text: string): [Address, number] | null {
  const address = parseAddress(text)
  return address && [address, address.kind() === 'ipv4' ? 32 : 128]
}

function parseBlock(text: string): [Address, number] | null {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null
}

function inBlock(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
