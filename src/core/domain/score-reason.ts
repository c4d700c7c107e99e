import type { ScoreInputs } from './score.ts'

/** What one part of a score was computed from, by the name of the part. */
export type ScoreReason =
  | {
      readonly code: 'authority'
      /** 1, the best, to 5. */
      readonly tier: number
      readonly tierFrom: ScoreInputs['tierFrom']
      /** Per cent of the polls of its feed. */
      readonly answered: number
    }
  | {
      readonly code: 'recency'
      readonly hours: number
      /** Null where age does not count. */
      readonly halvesEvery: number | null
      readonly dateUncertain: boolean
    }
  | { readonly code: 'corroboration'; readonly newsrooms: number; readonly tiers: number }
  /** 1 is most; null without a profile. */
  | { readonly code: 'relevance'; readonly likeness: number | null }
  | {
      readonly code: 'depth'
      readonly words: number
      readonly hasData: boolean
      readonly hasList: boolean
      readonly hasReference: boolean
      readonly isPartial: boolean
    }
