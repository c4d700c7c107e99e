import type { getAdvice } from '../http/contract/advice.ts'
import type { Delivery, DeliveryReason } from '../http/contract/deliveries.ts'
import type { FeedNote, PollAnswer, StateReason, VisitReason } from '../http/contract/feed-reasons.ts'
import type { FindingReason } from '../http/contract/finding-reasons.ts'
import type { ScoreReason } from '../http/contract/score-reasons.ts'
import type { whyArticle } from '../http/contract/stories.ts'
import type { UserReason } from '../http/contract/user-reasons.ts'
import type { Answer, Problem } from './api-types.ts'
import { say } from './reason-texts.ts'
import type { Texts } from './texts/texts.ts'
import { longTime, type TimeView } from './times.ts'

/* What the server tells by codes, in the reader's language. */

/** Why a feed is in its state. */
export const stateWords = (
  { reasons }: Texts,
  { reason, because }: { readonly reason?: StateReason | undefined; readonly because: string },
): string => say<StateReason>(reasons.state, reason, because)

export const noteWords = (
  { reasons }: Texts,
  { noted, notes }: { readonly noted: readonly FeedNote[]; readonly notes: readonly string[] },
): readonly string[] => notes.map((note, at) => say<FeedNote>(reasons.notes, noted[at], note))

/** Why a feed is visited when it is. */
export function visitWords({ reasons }: Texts, reason: PollAnswer | VisitReason, because: string): string {
  const words = say<PollAnswer | VisitReason>(reasons.visit, reason, because)
  return 'clamped' in reason && reason.clamped && words !== because ? words + reasons.clamped : words
}

/** What became of the wish for a visit. */
export const askedWords = (
  t: Texts,
  { asked, reason, because }: { readonly asked: boolean; readonly reason: PollAnswer; readonly because: string },
): string => `${asked ? '' : `${t.feed.notPolled} `}${visitWords(t, reason, because)}`

/** Why something that a reader asked for cannot be done; the server's own words where the page knows none. */
export const userWords = ({ reasons }: Texts, reason: UserReason | null | undefined, sentence: string): string =>
  say<UserReason>(reasons.user, reason, sentence)

/** Why a request failed. */
export function problemWords(t: Texts, { code, detail, reason }: Pick<Problem, 'code' | 'detail' | 'reason'>): string {
  const codes: Readonly<Record<string, string>> = t.problems.codes
  // What cannot be done and has no reason would be a riddle without the server's words.
  const known = code !== 'cannot_be_done' && Object.hasOwn(codes, code) ? codes[code]! : detail
  return userWords(t, reason, known || t.problems.codes.refused)
}

/** What a part of a score was computed from. */
export const scoreWords = ({ reasons }: Texts, reason: ScoreReason, words: string): string =>
  say<ScoreReason>(reasons.score, reason, words)

type Match = Answer<typeof whyArticle>['matches'][number]

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)

/** What comparing two articles found. */
export function matchWords({ why, links }: Texts, { layer, measure, value, threshold, relation, veto }: Match): string {
  const what = links.layerNames[layer] ?? layer
  const found = why.match(what, links.measures[measure] ?? measure, rounded(value), rounded(threshold))
  return `${found} ${veto === null ? why.relations[relation] : (links.vetoes[veto] ?? links.overturned)}`
}

type Advice = Answer<typeof getAdvice>

/** What to know about a feed. */
export function adviceWords(t: Texts, advice: Advice['items'][number]): string {
  const text = Object.hasOwn(t.reasons.advice, advice.code) ? t.reasons.advice[advice.code] : null
  return text === null ? advice.words : text(stateWords(t, { reason: advice.reason, because: advice.words }))
}

type Finding = Advice['server'][number]

/** What is wrong with the server, with times as the reader has them. */
export function findingWords({ reasons }: Texts, { reason, words }: Finding, view: TimeView): string {
  const shown = 'at' in reason ? { ...reason, at: longTime(Date.parse(reason.at), view) } : reason
  return say<FindingReason>(reasons.finding, shown, words)
}

export const cureWords = ({ reasons }: Texts, { reason, cure }: Finding): string =>
  say<FindingReason>(reasons.cure, reason, cure ?? '')

/** How a delivery stands. */
export const deliveryWords = ({ reasons }: Texts, { reason, words }: Pick<Delivery, 'reason' | 'words'>): string =>
  say<DeliveryReason>(reasons.delivery, reason, words)
