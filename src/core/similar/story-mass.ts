/** What two articles of a window must exceed to belong together, and what their dates leave of their likeness. */
export type MassPolicy = {
  /** The likeness a pair must exceed to belong together: base + slope × ln(articles of the language in the window). */
  readonly gammaBase: number
  readonly gammaSlope: number
  /** A window of fewer articles is taken for one of so many: two of them are no measure of what is usual. */
  readonly leastSize: number
  /** A bare title offers little to be alike in: its share of gamma, rising to that of a full text. */
  readonly bareTitle: number
  /** How many terms of body make a full text. */
  readonly fullBodyTerms: number
  /** What a full text is asked for in a language whose terms are pairs of characters: they vary more than words do. */
  readonly pairedText: number
  /** Articles near the middle of the window are alike to everything, so more is asked of them: centrality to this power. */
  readonly centralPower: number
  readonly leastCentral: number
  /** In a small window a large story is the middle itself, and must not be held to more than this for it. */
  readonly mostCentral: number
  /** Likeness halves in this many hours, is a third after twice and a quarter after three times as many … */
  readonly fadeHours: number
  /** … and further apart two articles are never of one story by themselves. */
  readonly reachHours: number
}

/** An article among those of its language in a window. */
export type Standing = {
  /** Two letters. */
  readonly language: string
  readonly bodyTerms: number
  /** How many articles of its language the window holds. */
  readonly size: number
  /** How alike it is to all of them, as a share of the mean. */
  readonly centrality: number
}

/** Their terms are pairs of characters, not words. */
const PAIRED: ReadonlySet<string> = new Set(['zh', 'ja', 'ko'])

/** √γ of an article: less for a bare title, more for one that is alike to the whole window. Two belong together above the product. */
export function storyMass({ language, bodyTerms, size, centrality }: Standing, policy: MassPolicy): number {
  const { bareTitle, pairedText, leastCentral, mostCentral, centralPower } = policy
  const fullness = Math.min(1, bodyTerms / policy.fullBodyTerms)
  const full = PAIRED.has(language) ? pairedText : 1
  const text = bareTitle + (full - bareTitle) * fullness
  const central = Math.min(mostCentral, Math.max(leastCentral, centrality)) ** centralPower
  return Math.sqrt(gammaOf(size, policy) * text) * central
}

/** Grows with the window, in half octaves: one more article must not shift every story a little. */
export function gammaOf(size: number, policy: Pick<MassPolicy, 'gammaBase' | 'gammaSlope' | 'leastSize'>): number {
  const halfOctaves = Math.round(2 * Math.log2(Math.max(policy.leastSize, size)))
  return policy.gammaBase + policy.gammaSlope * (halfOctaves / 2) * Math.LN2
}

const HOUR_MS = 3_600_000

/** What the dates of two articles leave of their likeness: all of it where one is not known. */
export function nearness(
  a: number | null,
  b: number | null,
  { fadeHours, reachHours }: Pick<MassPolicy, 'fadeHours' | 'reachHours'>,
): number {
  if (a === null || b === null) return 1
  const hours = Math.abs(a - b) / HOUR_MS
  return hours > reachHours ? 0 : fadeHours / (fadeHours + hours)
}

/** Texts of different languages share names and numbers, which say too little to tell one event from another. */
export function areComparable(a: string | null, b: string | null): boolean {
  return a === null || b === null || a.slice(0, 2).toLowerCase() === b.slice(0, 2).toLowerCase()
}
