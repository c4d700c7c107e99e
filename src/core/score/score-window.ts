import type { Article } from '../domain/article.ts'
import type { KnownScore, Score, ScoreInputs } from '../domain/score.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { ArticleFacts } from './article-facts.ts'
import type { DepthSignals } from './depth-signals.ts'
import { hoursOld } from './recency.ts'
import { scoreArticle } from './score-article.ts'
import type { ScorePolicy } from './score-policy.ts'

/** An article of the window without its text, with the score inputs that depend on its story and feed. */
export type ScorableArticle = Pick<
  Article,
  'key' | 'contentHash' | 'published' | 'dateUncertain' | 'partialContent' | 'wordCount'
> &
  Pick<ScoreInputs, 'tier' | 'tierFrom' | 'successShare' | 'sources' | 'tiers'>

/** A profile as scoring needs it. */
export interface ScoringProfile {
  readonly version: number
  readonly vector: SparseVector
}

/** Cached results of earlier runs, by article key. */
export interface ScoreMemory {
  /** The last scores; they save reading the texts again. */
  readonly scores: ReadonlyMap<string, KnownScore>
  /** Facts read in this run. */
  readonly facts: ReadonlyMap<string, ArticleFacts>
}

/** The time and the profile of a scoring run; `null` without a profile. */
export interface Scoring {
  readonly policy: ScorePolicy
  readonly profile: ScoringProfile | null
  readonly now: number
}

/** A score with the article it belongs to. */
export interface ScoredArticle extends KnownScore {
  readonly key: string
}

/** The articles of which something must be read before the window can be scored. */
export interface Unread<One> {
  /** Their signs of depth are not known: new and changed ones. */
  readonly signals: readonly One[]
  /** Their similarity to the profile is not known: the same, and all when the profile changed. */
  readonly likeness: readonly One[]
}

/** Finds what must be read before a window can be scored. */
export function unreadIn<One extends ScorableArticle>(
  window: readonly One[],
  memory: ScoreMemory,
  profile: ScoringProfile | null,
): Unread<One> {
  const unread = { signals: [] as One[], likeness: [] as One[] }
  for (const article of window) {
    const known = knownOf(article, memory)
    if (signalsOf(known) === null) unread.signals.push(article)
    if (likenessOf(known, profile) === undefined) unread.likeness.push(article)
  }
  return unread
}

/** Scores a window, in its order. Text facts that are still valid come from memory. */
export function scoreWindow(
  window: readonly ScorableArticle[],
  memory: ScoreMemory,
  scoring: Scoring,
): ScoredArticle[] {
  const { policy, profile, now } = scoring
  const taking = { now, profileVersion: profile?.version ?? 0 }
  return window.map((article) => {
    const inputs = inputsOf(article, memory, scoring)
    return { key: article.key, contentHash: article.contentHash, score: scoreArticle(inputs, policy, taking) }
  })
}

/** True when a score is the same as the stored one. */
export function isSameScore(one: KnownScore, known: KnownScore | undefined): boolean {
  if (known?.contentHash !== one.contentHash) return false
  const [a, b] = [one.score, known.score]
  if (a.takenAt !== b.takenAt || a.value !== b.value || a.profileVersion !== b.profileVersion) return false
  return isSame(a.inputs, b.inputs) && isSame(a.parts, b.parts)
}

function isSame<T extends object>(a: T, b: T): boolean {
  for (const name in a) if (a[name] !== b[name]) return false
  return true
}

function inputsOf(article: ScorableArticle, memory: ScoreMemory, { policy, profile, now }: Scoring): ScoreInputs {
  const known = knownOf(article, memory)
  const signals = signalsOf(known)
  const likeness = likenessOf(known, profile)
  if (signals === null || likeness === undefined) throw new Error(`article ${article.key} was not read before scoring`)
  return {
    tier: article.tier,
    tierFrom: article.tierFrom,
    successShare: article.successShare,
    hoursOld: hoursOld(article.published, now),
    lambda: policy.lambda,
    dateUncertain: article.dateUncertain,
    sources: article.sources,
    tiers: article.tiers,
    likeness,
    words: article.wordCount,
    hasData: signals.hasData,
    hasList: signals.hasList,
    hasReference: signals.hasReference,
    partialContent: article.partialContent,
  }
}

/** What memory has of an article as it is now. */
interface Known {
  readonly score: Score | null
  readonly facts: ArticleFacts | null
}

function knownOf({ key, contentHash }: ScorableArticle, { scores, facts }: ScoreMemory): Known {
  const known = scores.get(key)
  const read = facts.get(key)
  return {
    score: known?.contentHash === contentHash ? known.score : null,
    facts: read?.contentHash === contentHash ? read : null,
  }
}

const signalsOf = ({ score, facts }: Known): DepthSignals | null => facts?.signals ?? score?.inputs ?? null

/** Undefined when the article must be read for it. */
function likenessOf({ score, facts }: Known, profile: ScoringProfile | null): number | null | undefined {
  if (profile === null) return null
  if (score?.profileVersion === profile.version) return score.inputs.likeness
  return facts?.likeness ?? undefined
}
