/** The thresholds of the title rule. */
export type TitlePolicy = {
  /** From here two titles are the same headline; chosen for precision, because a drop hides an article. */
  readonly same: number
  /** From here they tell the same event; it only groups. */
  readonly link: number
  /** How far apart in time two articles may be for the rule to hold. */
  readonly sameHours: number
  readonly sameLetters: number
  readonly linkZh: number
  readonly linkJa: number
  readonly leastSpelling: number
  readonly synonym: number
  /** What a decisive word leaves of the value. */
  readonly decisive: number
  /** How strongly rarity weighs: 0 not at all, 1 as IDF. */
  readonly weightPower: number
}

/** Fitted on labelled headlines; docs/quality.md has the curves. Each value sits on a flat part. */
export const TITLE_POLICY: TitlePolicy = {
  same: 0.83,
  link: 0.61,
  sameHours: 72,
  sameLetters: 0.85,
  linkZh: 0.38,
  linkJa: 0.56,
  leastSpelling: 0.88,
  synonym: 0.75,
  decisive: 0.5,
  weightPower: 0.75,
}

/** The thresholds at which two bodies are one text: the Jaccard of their shingles, and the fewest words that tell. */
export type BodyPolicy = { readonly same: number; readonly leastWords: number }

export const BODY_POLICY: BodyPolicy = { same: 0.7, leastWords: 40 }
