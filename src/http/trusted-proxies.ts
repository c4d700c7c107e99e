import ipaddr from 'ipaddr.js'

/**
 * Whether the word of a sender about who sent a request before is taken: of the addresses and ranges of the settings, and of whoever may
 * use a socket file, which has no address.
 */
export function trustsProxies(proxies: readonly string[]): (address: string | undefined) => boolean {
  const blocks = proxies.map((text) =>
    text.includes('/') ? ipaddr.parseCIDR(text) : ([ipaddr.process(text), 128] as [ipaddr.IPv4 | ipaddr.IPv6, number]),
  )
  return (address) => {
    if (address === undefined || address === '') return true
    if (!ipaddr.isValid(address)) return false
    const given = ipaddr.process(address)
    return blocks.some(([block, bits]) => {
      if (given.kind() !== block.kind()) return false
      const most = given.kind() === 'ipv4' ? 32 : 128
      return given.match(block as ipaddr.IPv4 & ipaddr.IPv6, Math.min(bits, most))
    })
  }
}
