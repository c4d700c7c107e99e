import type { ScoreInputs } from '../domain/score.ts'
import type { Tier } from '../domain/source.ts'
import { TIER_REGISTRY } from './tier-registry.ts'

/** A tier, where it comes from, and the registry's reason if it is from the registry. */
export type TierFinding = Pick<ScoreInputs, 'tier' | 'tierFrom'> & { readonly because: string | null }

interface RegistryEntry {
  readonly tier: Tier
  readonly because: string
}

const BY_DOMAIN: ReadonlyMap<string, RegistryEntry> = new Map(
  TIER_REGISTRY.flatMap(({ tier, because, domains }) =>
    domains
      .trim()
      .split(/\s+/)
      .map((domain) => [domain, { tier, because }] as const),
  ),
)

/** The source's own tier, else the registry's for the article's address, else T3. */
export function tierOf(sourceTier: Tier | null, url: string | null): TierFinding {
  if (sourceTier !== null) return { tier: sourceTier, tierFrom: 'source', because: null }
  const known = url === null ? null : registered(url)
  if (known === null) return { tier: 'T3', tierFrom: 'default', because: null }
  return { tier: known.tier, tierFrom: 'registry', because: known.because }
}

/** Longest suffix match of the host in the registry: ministries are below `gov.tw`, blogs below `blogspot.com`. */
function registered(url: string): RegistryEntry | null {
  let name = hostOf(url)
  while (name !== '') {
    const known = BY_DOMAIN.get(name)
    if (known !== undefined) return known
    const dot = name.indexOf('.')
    name = dot < 0 ? '' : name.slice(dot + 1)
  }
  return null
}

function hostOf(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase().replace(/\.$/, '') ?? ''
}
