import { foldLabel, hasLetter } from './fold.ts'
import type { ProfileRules } from './profile.ts'

/** A headline, and the part before its first bar. */
export interface SplitHeadline {
  readonly headline: string
  readonly prefix: string | null
}

const bar = /[|｜]/u

/** "Opinion|Why China..." is a headline with a label. Behind the bar may also be the name of the paper. */
export function splitHeadline(text: string, rules: ProfileRules): SplitHeadline {
  const at = text.search(bar)
  if (at < 0) return { headline: text, prefix: null }
  const left = text.slice(0, at).trim()
  const right = text.slice(at + 1).trim()
  if (!hasLetter(right)) return { headline: hasLetter(left) ? left : text, prefix: null }
  if (left === '') return { headline: right, prefix: null }
  if (foldLabel(right) === foldLabel(rules.profile.display_name ?? '')) return { headline: left, prefix: null }
  return { headline: right, prefix: left }
}
