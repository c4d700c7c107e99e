import type { ScoreInputs } from '../domain/score.ts'
import { scoreArticle } from './score-article.ts'
import type { ScorePolicy } from './score-policy.ts'

/** The inputs that need no text. */
export type InputsWithoutText = Omit<ScoreInputs, 'likeness' | 'hasData' | 'hasList' | 'hasReference'>

/** The least and the most that a score can be, whatever the text says. */
export interface ScoreBounds {
  readonly least: number
  readonly most: number
}

/**
 * Lower and upper bound of a score without its text. Every part grows with each of its inputs, and rounding keeps the order, so that
 * the score itself never lies outside. Decides most comparisons with a threshold before any text is read.
 */
export function scoreBounds(known: InputsWithoutText, hasProfile: boolean, policy: ScorePolicy): ScoreBounds {
  const valueWith = (says: boolean) => {
    const likeness = hasProfile ? Number(says) : null
    const inputs = { ...known, likeness, hasData: says, hasList: says, hasReference: says }
    return scoreArticle(inputs, policy, NOW_DOES_NOT_MATTER).value
  }
  return { least: valueWith(false), most: valueWith(true) }
}

/** The age of the article is among its inputs. */
const NOW_DOES_NOT_MATTER = { now: 0, profileVersion: 0 }
