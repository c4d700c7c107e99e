import ipaddr from 'ipaddr.js'

/**
 * The network that requests from an address are counted for: an IPv4 address itself, of IPv6 the half that a provider gives to one
 * customer, who may use any of its addresses.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
