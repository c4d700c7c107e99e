import type { LayerName, Measure, Veto } from './match.ts'
import type { PairEvidence } from './pair-evidence.ts'

/** The articles about one event. Articles are referred to by key. */
export interface Story {
  /** Key of its first member when it was created; never changes. */
  readonly id: string
  /** By publication, then key. */
  readonly members: readonly string[]
  readonly lead: string
  /** Independent newsrooms: one per publisher family; reprints of one text count once. */
  readonly newsrooms: number
  /** Members that copy another member. */
  readonly reprints: number
}

/** What put an article into its story. */
export const MEMBERSHIP_CAUSES = ['online', 'refine', 'hand', 'frozen'] as const

/** The membership of an article in a story. Its links give the reasons. */
export interface Membership {
  readonly article: string
  readonly story: string
  readonly cause: (typeof MEMBERSHIP_CAUSES)[number]
  /** The earlier member whose text it copies; null for an original. */
  readonly copyOf: string | null
}

/** The link that joins two articles into one story, or the best one that was not sufficient. */
export interface StoryLink {
  readonly article: string
  readonly other: string
  /** True for a link that joins its story; false for the best that was not sufficient, or was not chosen. */
  readonly holds: boolean
  /** True for a link that would join its story if others were not seen; kept where several readers see different articles. */
  readonly isSpare?: boolean
  readonly layer: LayerName
  readonly measure: LinkMeasure
  readonly value: number
  readonly threshold: number
  readonly veto: Veto | null
  /** The evidence for the pair rule; null for copies, manual joins and frozen stories. */
  readonly evidence: PairEvidence | null
}

/** `hand`: a person joined the two. `frozen`: they shared a story when it became too old to change. */
export type LinkMeasure = Measure | 'hand' | 'frozen'

/** The result of refining: articles that are not listed keep their story. */
export interface RefinedStories {
  readonly stories: readonly RefinedStory[]
  readonly memberships: readonly Membership[]
  /** Links, and the articles whose links are replaced by them. */
  readonly links: readonly StoryLink[]
  readonly linked: readonly string[]
  /** Former ids of stories, and the present ids. */
  readonly aliases: ReadonlyMap<string, string>
}

export interface RefinedStory extends Story {
  /** When its first and its last member were published. */
  readonly firstAt: number
  readonly lastAt: number
}

/** A person's statement about two articles; for one pair the newest counts. */
export interface StoryConstraint {
  readonly kind: 'join' | 'split'
  readonly a: string
  readonly b: string
  readonly at: number
}
