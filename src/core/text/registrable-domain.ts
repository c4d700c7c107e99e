import { getDomain } from 'tldts'

/**
 * The registrable domain of an address ("bbc.co.uk"); null for an IP address or no address. Private suffixes count like
 * public ones.
 */
export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true })
}
