import type { DigestType } from '../domain/digest.ts'

/** At least, unless the text has no more; at most, always. */
export interface WordLimits {
  readonly min: number
  readonly max: number
}

/** How much of what a digest of one type shows. */
export interface DigestSizes {
  readonly topStories: number
  readonly noteworthy: number
  readonly alsoMentioned: number
  /** Top stories by rank, on a thin day. */
  readonly byRank: number
  readonly words: WordLimits
}

/** How sentences are weighed against each other. */
export interface SummaryPolicy {
  /** Articles of a story that are read for its summary, best first. */
  readonly articles: number
  /** Sentences of an article that are looked at: what follows is background. */
  readonly sentences: number
  /** What a term of a headline weighs more. */
  readonly titleTerm: number
  /** What a term weighs that only one sentence has: names of bystanders are rare everywhere. */
  readonly toldOnce: number
  /** What a sentence that opens with a quotation weighs: colour rather than news. */
  readonly quotation: number
  /** What a sentence of the lead weighs more: it is the article whose title stands above. */
  readonly lead: number
  /** What each place further down an article takes off. */
  readonly perPlace: number
  /** A sentence more of whose terms are told already repeats them; borne with only where words are too few. */
  readonly repeats: number
  /** Once there are words enough, a further sentence must add this share of what the first gave. */
  readonly worthwhile: number
  /** The share of a sentence that must be new before it is offered as news. */
  readonly novelty: number
}

export interface DigestPolicy {
  readonly sizes: Readonly<Record<DigestType, DigestSizes>>
  /** Rounded scores from which a topic is a top story, noteworthy, mentioned. */
  readonly thresholds: { readonly topStories: number; readonly noteworthy: number; readonly alsoMentioned: number }
  /** Fewer top stories than this by threshold are a thin day. */
  readonly thinDay: number
  readonly oneLine: WordLimits
  readonly tabWords: WordLimits
  /** The longest sentence that tells what is new. */
  readonly newsWords: WordLimits
  /** Related articles and their sources named with an item; all are counted. */
  readonly others: number
  /** Emerging and declining topics that are named. */
  readonly namedTopics: number
  /** The group of those without a category. */
  readonly otherCategory: string
  /** How long a story counts as shown. */
  readonly memoryMs: number
  readonly labelCharacters: number
  readonly trend: { readonly emergingArticles: number; readonly change: number }
  readonly summary: SummaryPolicy
}

const DAY_MS = 86_400_000
const day: DigestSizes = { topStories: 15, noteworthy: 10, alsoMentioned: 10, byRank: 5, words: { min: 50, max: 75 } }

/** Counts, words and thresholds as the product promises them; the weights of sentences were chosen by reading. */
export const DIGEST_POLICY: DigestPolicy = {
  sizes: {
    morning: day,
    midday: { topStories: 10, noteworthy: 5, alsoMentioned: 5, byRank: 3, words: { min: 30, max: 50 } },
    evening: day,
    weekly: { topStories: 30, noteworthy: 15, alsoMentioned: 15, byRank: 10, words: { min: 100, max: 150 } },
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
  trend: { emergingArticles: 3, change: 0.5 },
  summary: {
    articles: 8,
    sentences: 30,
    titleTerm: 2,
    toldOnce: 0.5,
    quotation: 0.7,
    lead: 1.3,
    perPlace: 0.12,
    repeats: 0.35,
    worthwhile: 0.35,
    novelty: 0.4,
  },
}
