import { getDomain } from 'tldts'

/** The part of an address its owner registered ("bbc.co.uk"); null for an IP address or no address. Private suffixes count as public ones do. */
export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true })
}
