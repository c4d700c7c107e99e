import type { ArticleKind } from './article-kind.ts'
import type { StateReason } from './feed-reason.ts'
import type { Figure, FigureKind } from './figure.ts'
import type { Tier } from './source.ts'
import type { Trend } from './topic.ts'

export type DigestType = 'morning' | 'midday' | 'evening' | 'weekly'

/** A span of time: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** An article as shown in a digest: always with its source and its address. */
export interface DigestArticle {
  readonly key: string
  readonly title: string
  readonly url: string
  readonly sourceName: string
  readonly tier: Tier
  readonly published: number
  readonly dateUncertain: boolean
  readonly language: string | null
  /** What it is, where it is no report. */
  readonly kind?: Exclude<ArticleKind, 'report'> | undefined
}

/** A whole sentence of an article, or a clause of one that was too long. */
export interface SummarySentence {
  readonly text: string
  /** Key of its article. */
  readonly article: string
  /** When its article was published, where it says "today" or "on Sunday" and that was an earlier day. */
  readonly published?: number | undefined
  /** Which event of its topic it tells, from 0, where the topic holds several; each is a paragraph. */
  readonly event?: number | undefined
}

/** The other articles about the same: how many, and their sources. */
export interface Related {
  readonly articles: number
  readonly newsrooms: number
  readonly reprints: number
  /** Source names, most important first, the lead's own left out, each once. */
  readonly sourceNames: readonly string[]
}

/** What a story has that the previous digest did not show. */
export interface StoryNews {
  readonly newArticles: number
  readonly since: number
  /** A new sentence; null when none says more. */
  readonly sentence: SummarySentence | null
}

/** A figure with the newsroom that gives it. */
export interface StatedFigure extends Figure {
  readonly sourceName: string
  readonly published: number
}

/** Something that an earlier digest carried and its publisher has taken back. */
export interface Correction {
  readonly what: 'figure' | 'headline' | 'sentence'
  /** What the figure counts. */
  readonly figure?: FigureKind | undefined
  readonly was: string
  readonly now: string
  /** The last digest that carried it. */
  readonly carried: { readonly type: DigestType; readonly at: number }
  /** The article as it is now, or the one that corrects it. */
  readonly article: DigestArticle
}

/** One topic in a digest. */
export interface DigestItem {
  readonly key: string
  readonly label: string
  readonly trend: Trend | null
  readonly lead: DigestArticle
  /** The highest score of an article in it, rounded to the whole number that is printed and that decided the section. */
  readonly score: number
  /** The lead's own score, rounded, where it is lower. */
  readonly leadScore?: number | undefined
  readonly summary: readonly SummarySentence[]
  readonly related: Related
  /** The other articles, best first, for renderings with room for them. */
  readonly others: readonly DigestArticle[]
  readonly category: string | null
  /** The leads of the same event in other languages. Absent in version 1. */
  readonly inOtherLanguages?: readonly DigestArticle[] | undefined
  /** The figures that newsrooms give at the moment, where they differ. Absent where they agree. */
  readonly differing?: readonly StatedFigure[] | undefined
  /** Null for a story no earlier digest has shown. */
  readonly news: StoryNews | null
}

/** A source of which some items were left out, and how many. */
export interface FoldedSource {
  readonly sourceName: string
  readonly items: number
}

export interface NoteworthyGroup {
  readonly category: string
  readonly items: readonly DigestItem[]
}

/** One line of a tab. */
export interface TabItem {
  readonly article: DigestArticle
  readonly summary: readonly SummarySentence[]
  readonly rssCategory: string | null
  readonly finalCategory: string | null
  readonly score: number
  /** From before the window, because the tab had too few. */
  readonly older: boolean
}

export interface DigestTab {
  readonly id: string
  readonly name: string
  readonly language: string | null
  readonly limit: number
  /** Exactly `limit` of them, or fewer when nothing more is stored. */
  readonly items: readonly TabItem[]
}

/** A feed as the health report names it. */
export interface ReportedFeed {
  readonly name: string
  readonly url: string
  readonly because: string
  /** Absent in digests of older programs. */
  readonly reason?: StateReason | undefined
}

export interface HealthReport {
  readonly polled: number
  readonly successful: number
  readonly errors: number
  /** Share of polls that succeeded, 0 to 1; null when nothing was polled. */
  readonly successRate: number | null
  readonly newArticles: number
  readonly duplicatesRemoved: number
  readonly unhealthy: readonly ReportedFeed[]
  readonly dead: readonly ReportedFeed[]
  readonly emerging: readonly string[]
  /** Labels, the vanished topics' too. */
  readonly declining: readonly string[]
}

/** One check of a finished digest. */
export interface SelfCheck {
  readonly check: 'attribution' | 'ranking' | 'sizes' | 'labels' | 'trends' | 'leader'
  readonly outcome: 'passed' | 'mended' | 'reported'
  /** What was found; null when nothing was. */
  readonly note: string | null
}

/** A story that a digest has shown, kept for the next one. */
export interface ShownStory {
  readonly story: string
  /** From 1; stories that only a tab showed come after all others. */
  readonly rank: number
  readonly articles: number
  /** Key of the article seen last. */
  readonly newest: string
  /** When that was: whatever is first seen later is new. */
  readonly newestSeenAt: number
  /** The instant of the digest that showed it. */
  readonly at: number
}

/** A saved search as its digest names it. */
export interface DigestSearch {
  readonly id: number
  readonly name: string
  readonly query: string
}

/** A digest ready to be rendered: renderers decide nothing. */
export interface Digest {
  /** 2 since places by rank are limited by source and quiet days are found by comparison. */
  readonly version: 1 | 2
  /** Of the digest of a search: as long as one of this type. */
  readonly type: DigestType
  /** The saved search whose finds it brings; absent in a digest of everything. */
  readonly search?: DigestSearch | undefined
  /** The time zone of its hours. */
  readonly zone: string
  /** The scheduled instant. */
  readonly at: number
  readonly window: Span
  readonly articles: number
  readonly duplicatesRemoved: number
  /** Too few items reached the threshold: the best ones are the top stories. */
  readonly byRank: boolean
  /** Fewer stories than usual have three newsrooms. Absent in version 1. */
  readonly isQuiet?: boolean | undefined
  /** No story has a second newsroom. Absent in version 1. */
  readonly isUncorroborated?: boolean | undefined
  /** Items left out because their source has enough. Absent in version 1. */
  readonly folded?: readonly FoldedSource[] | undefined
  /** What earlier digests carried and was corrected since. Absent without any. */
  readonly corrections?: readonly Correction[] | undefined
  readonly topStories: readonly DigestItem[]
  readonly noteworthy: readonly NoteworthyGroup[]
  readonly alsoMentioned: readonly DigestItem[]
  readonly tabs: readonly DigestTab[]
  readonly health: HealthReport
  /** Feeds that failed or came too late. */
  readonly notRead: readonly ReportedFeed[]
  readonly checks: readonly SelfCheck[]
}
