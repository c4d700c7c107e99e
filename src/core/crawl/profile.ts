import { foldLabel } from './fold.ts'
import { compilePatterns, type Pattern } from './pattern.ts'

/** The cost of each doubt in a story's confidence; a profile may set its own. */
export interface ConfidenceFigures {
  /** A missing headline, publication time, section or, where other stories of the page have one, subheadline. */
  readonly missing_field: number
  /** The headline is only the nearest line above the date. */
  readonly fallback: number
  /** A date line that could not be parsed. */
  readonly unparsed_date: number
  /** A heading that agrees with the text only without blanks. */
  readonly spacing: number
  /** Any other ambiguity. */
  readonly doubt: number
  /** Of the profile itself: the generic one knows nothing about the site. */
  readonly profile: number
}

/** What is known about one site: data, never code. The keys are those of the profile file. */
export interface SourceProfile {
  readonly name: string
  readonly display_name: string | null
  readonly timezone: string
  readonly date_order: 'dmy' | 'mdy'
  readonly date_patterns: readonly string[]
  readonly section_labels: readonly string[]
  readonly noise_markers: readonly string[]
  readonly sponsored_markers: readonly string[]
  readonly exclusive_markers: readonly string[]
  readonly opinion_labels: readonly string[]
  readonly confidence: ConfidenceFigures
}

/** A compiled profile. */
export interface ProfileRules {
  readonly profile: SourceProfile
  readonly dates: Pattern
  readonly labels: ReadonlySet<string>
  readonly opinion: ReadonlySet<string>
  readonly exclusive: ReadonlySet<string>
  readonly noise: ReadonlySet<string>
  /** Noise markers that begin a block of links, not only a line. */
  readonly modules: ReadonlySet<string>
  readonly sponsored: readonly string[]
}

/**
 * Headings of the block of links to popular stories, in the languages of our fixtures; all other markers are one line.
 */
const moduleHeading =
  /trending|popular|most (?:read|viewed|shared|watched)|hot topics|熱門|热门|人気|ランキング|meistgelesen|les plus lus|lo más leído/

const foldAll = (labels: readonly string[]): ReadonlySet<string> => new Set(labels.map(foldLabel))

/** Cache: compiling patterns takes milliseconds, and their DFA states serve the next crawl too. */
const compiled = new WeakMap<SourceProfile, ProfileRules>()

/** Compiles a profile once: folds the labels and compiles the patterns. */
export function compileProfile(profile: SourceProfile): ProfileRules {
  const before = compiled.get(profile)
  if (before !== undefined) return before
  const rules = makeReady(profile)
  compiled.set(profile, rules)
  return rules
}

function makeReady(profile: SourceProfile): ProfileRules {
  const noise = foldAll(profile.noise_markers)
  return {
    profile,
    dates: compilePatterns(profile.date_patterns),
    labels: foldAll([...profile.section_labels, ...profile.opinion_labels]),
    opinion: foldAll(profile.opinion_labels),
    exclusive: foldAll(profile.exclusive_markers),
    noise,
    modules: new Set([...noise].filter((marker) => moduleHeading.test(marker))),
    sponsored: [...foldAll(profile.sponsored_markers)],
  }
}
