import type { RobotsRules } from '../core/page/robots.ts'

/** The rules of hosts that were asked lately. */
export interface RobotsCache {
  /** Null when they must be asked for. */
  readonly get: (origin: string) => RobotsRules | null
  readonly put: (origin: string, rules: RobotsRules) => void
}

/** RFC 9309: rules should not be used for longer than a day. */
const RULES_MS = 24 * 3_600_000
/** A host that is in trouble is asked again sooner. */
const UNAVAILABLE_MS = 10 * 60_000
const MOST_HOSTS = 1_000

const lifetimeOf = ({ kind }: RobotsRules): number => (kind === 'rules' ? RULES_MS : UNAVAILABLE_MS)

/** An LRU cache of robots.txt by origin. In memory: after a start each host is asked once more. */
export function createRobotsCache(now: () => number): RobotsCache {
  const held = new Map<string, { readonly rules: RobotsRules; readonly at: number }>()
  return {
    get(origin) {
      const known = held.get(origin)
      // The absolute difference: what a clock that was ahead has dated must not be kept until then.
      if (known === undefined || Math.abs(now() - known.at) >= lifetimeOf(known.rules)) return null
      held.delete(origin)
      held.set(origin, known)
      return known.rules
    },
    put(origin, rules) {
      held.delete(origin)
      held.set(origin, { rules, at: now() })
      if (held.size > MOST_HOSTS) held.delete(held.keys().next().value!)
    },
  }
}
