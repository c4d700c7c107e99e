import type { DigestType } from '../domain/digest.ts'
import type { LeadPolicy } from './choose-lead.ts'

/** A minimum, unless the text has no more, and a strict maximum. */
export interface WordLimits {
  readonly min: number
  readonly max: number
}

/** How many items a digest of one type shows. */
export interface DigestSizes {
  readonly topStories: number
  readonly noteworthy: number
  readonly alsoMentioned: number
  /** Number of top stories on a day with few. */
  readonly byRank: number
  /** Whether it recapitulates its day or week: stories stand in it though an earlier digest showed them. */
  readonly isRecap: boolean
  readonly words: WordLimits
}

/** Weights for choosing sentences. */
export interface SummaryPolicy {
  /** How many articles of a story are read for its summary, best first. */
  readonly articles: number
  /** How many sentences of an article are considered: the rest is background. */
  readonly sentences: number
  /** Factor for a term of a headline. */
  readonly titleTerm: number
  /** Factor for a term in only one sentence: names of bystanders are rare everywhere. */
  readonly toldOnce: number
  /** Factor for a sentence that begins with a quotation: colour rather than news. */
  readonly quotation: number
  /** Factor for a sentence of the lead, whose title is shown. */
  readonly lead: number
  /** Deduction for each sentence further down an article. */
  readonly perSentence: number
  /** A sentence with a larger share of covered terms is a repetition; allowed only when the text is too short. */
  readonly repeats: number
  /** Above the minimum length, a further sentence must add this share of what the first gave. */
  readonly worthwhile: number
  /** The share of a sentence that must be new for it to be shown as news. */
  readonly novelty: number
  /** Sentences that are left out, folded: what a source puts under all its articles. */
  readonly repeated?: ReadonlySet<string>
}

export interface DigestPolicy {
  readonly sizes: Readonly<Record<DigestType, DigestSizes>>
  /** Rounded scores from which a topic is a top story, noteworthy, mentioned. */
  readonly thresholds: { readonly topStories: number; readonly noteworthy: number; readonly alsoMentioned: number }
  /** With fewer top stories by threshold, the best by rank are taken. */
  readonly thinDay: number
  readonly oneLine: WordLimits
  readonly tabWords: WordLimits
  /** Length of the sentence about what is new. */
  readonly newsWords: WordLimits
  /** How many related articles and sources are listed with an item; all are counted. */
  readonly others: number
  /** How many emerging and declining topics are listed. */
  readonly namedTopics: number
  /** The name of the group without a category. */
  readonly otherCategory: string
  /** How long a story counts as shown. */
  readonly memoryMs: number
  readonly labelCharacters: number
  readonly lead: LeadPolicy
  readonly trend: { readonly emergingArticles: number; readonly change: number }
  readonly summary: SummaryPolicy
}

const DAY_MS = 86_400_000
const day: DigestSizes = {
  topStories: 15,
  noteworthy: 10,
  alsoMentioned: 10,
  byRank: 5,
  isRecap: false,
  words: { min: 50, max: 75 },
}

/** Counts, lengths and thresholds as the product promises them; the sentence weights were chosen by reading results. */
export const DIGEST_POLICY: DigestPolicy = {
  sizes: {
    morning: day,
    midday: { ...day, topStories: 10, noteworthy: 5, alsoMentioned: 5, byRank: 3, words: { min: 30, max: 50 } },
    evening: { ...day, isRecap: true },
    weekly: {
      topStories: 30,
      noteworthy: 15,
      alsoMentioned: 15,
      byRank: 10,
      isRecap: true,
      words: { min: 100, max: 150 },
    },
  },
  thresholds: { topStories: 70, noteworthy: 40, alsoMentioned: 15 },
  thinDay: 3,
  oneLine: { min: 0, max: 30 },
  tabWords: { min: 15, max: 40 },
  newsWords: { min: 0, max: 40 },
  others: 10,
  namedTopics: 10,
  otherCategory: 'Other',
  memoryMs: 7 * DAY_MS,
  labelCharacters: 60,
  lead: { reportWords: 50, withinMs: 6 * 3_600_000 },
  trend: { emergingArticles: 3, change: 0.5 },
  summary: {
    articles: 8,
    sentences: 30,
    titleTerm: 2,
    toldOnce: 0.5,
    quotation: 0.7,
    lead: 1.3,
    perSentence: 0.12,
    repeats: 0.35,
    worthwhile: 0.35,
    novelty: 0.4,
  },
}
