import type { DigestInput } from './digest-input.ts'
import type { DigestSizes } from './digest-policy.ts'
import type { RankedTopic } from './rank-topics.ts'

export interface Sections {
  readonly byRank: boolean
  readonly topStories: readonly RankedTopic[]
  readonly noteworthy: readonly RankedTopic[]
  readonly alsoMentioned: readonly RankedTopic[]
  /** Topics left out because their section is full. */
  readonly leftOut: number
}

/** The score as printed, which also decides the section, so that no 70 is printed below the threshold of 70. */
export const printedScore = (score: number): number => Math.round(score)

/**
 * Assigns topics to sections by threshold; on a day with few, the best ones are the top stories. `ranked` is best first
 * and stays so.
 */
export function chooseSections(ranked: readonly RankedTopic[], { type, policy }: DigestInput): Sections {
  const { thresholds, thinDay } = policy
  const sizes = policy.sizes[type]
  const from = (least: number) => (one: RankedTopic) => printedScore(one.score) >= least
  const shown = ranked.filter(from(thresholds.alsoMentioned))
  const important = shown.filter(from(thresholds.topStories)).length
  const byRank = important < thinDay
  const top = byRank ? Math.min(sizes.byRank, shown.length) : important
  const noteworthy = Math.max(top, shown.filter(from(thresholds.noteworthy)).length)
  return cutToSizes(byRank, [shown.slice(0, top), shown.slice(top, noteworthy), shown.slice(noteworthy)], sizes)
}

function cutToSizes(
  byRank: boolean,
  [top, noteworthy, also]: readonly [readonly RankedTopic[], readonly RankedTopic[], readonly RankedTopic[]],
  sizes: DigestSizes,
): Sections {
  const topStories = top.slice(0, sizes.topStories)
  const kept = { noteworthy: noteworthy.slice(0, sizes.noteworthy), alsoMentioned: also.slice(0, sizes.alsoMentioned) }
  const all = top.length + noteworthy.length + also.length
  const leftOut = all - topStories.length - kept.noteworthy.length - kept.alsoMentioned.length
  return { byRank, topStories, ...kept, leftOut }
}
