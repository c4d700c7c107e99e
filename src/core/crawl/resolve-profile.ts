import type { CrawlWarning } from '../domain/crawl-story.ts'
import { CrawlInputError, shown } from './crawl-input-error.ts'
import type { SourceProfile } from './profile.ts'
import { readProfile } from './read-profile.ts'
import { genericProfile, shippedProfiles } from './shipped-profiles.ts'

/** The profile used for a crawl, and a warning when it is not the requested one. */
export interface ResolvedProfile {
  readonly profile: SourceProfile
  readonly warnings: readonly CrawlWarning[]
}

/**
 * Stage 1. `asked` is a name or a whole profile; the user's own profiles come before the shipped ones. An unknown or
 * missing name gives the generic profile.
 */
export function resolveProfile(asked: unknown, profiles: unknown, field: string): ResolvedProfile {
  const own = readProfiles(profiles)
  if (asked === undefined || asked === null) return fallBack('PROFILE_MISSING', 'no source profile was named')
  if (typeof asked === 'object') return { profile: readProfile(asked, field), warnings: [] }
  if (typeof asked !== 'string')
    throw new CrawlInputError(field, `must be a profile's name or a profile, got ${shown(asked)}`)
  const name = asked.trim()
  if (name === '') return fallBack('PROFILE_MISSING', 'no source profile was named')
  const found = own.get(name) ?? shippedProfiles.get(name)
  return found === undefined ? fallBack('PROFILE_UNKNOWN', name) : { profile: found, warnings: [] }
}

const fallBack = (code: string, example: string): ResolvedProfile => ({
  profile: genericProfile,
  warnings: [{ code, example: example.slice(0, 120), page_url: null }],
})

/** A file of profiles is a list, or an object by name. */
function readProfiles(profiles: unknown): ReadonlyMap<string, SourceProfile> {
  if (profiles === undefined || profiles === null) return new Map()
  if (typeof profiles !== 'object')
    throw new CrawlInputError('profiles', `must be a list of profiles or an object of them, got ${shown(profiles)}`)
  const entries = Array.isArray(profiles)
    ? profiles.map((value, index) => readProfile(value, `profiles[${index}]`))
    : Object.entries(profiles).map(([name, value]) => readProfile(named(name, value), `profiles.${name}`))
  return new Map(entries.map((profile) => [profile.name, profile]))
}

const named = (name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('name' in value)
    ? { ...value, name }
    : value
