import type { LayerName, Measure, Veto } from './match.ts'
import type { PairEvidence } from './pair-evidence.ts'

/** The articles that tell one event. Articles are named by their keys. */
export interface Story {
  /** Key of its first member when it was opened; lasting. */
  readonly id: string
  /** By publication, then key. */
  readonly members: readonly string[]
  readonly lead: string
  /** Independent newsrooms: one per publisher family, the reprints of one text once. */
  readonly newsrooms: number
  /** Members that copy another member. */
  readonly reprints: number
}

/** That an article is in a story. Why it is, its links say. */
export interface Membership {
  readonly article: string
  readonly story: string
  readonly cause: 'online' | 'refine' | 'hand' | 'frozen'
  /** The earlier member whose text it copies; null for an original. */
  readonly copyOf: string | null
}

/** What ties two articles into one story, or came nearest to doing so. */
export interface StoryLink {
  readonly article: string
  readonly other: string
  /** True for a link that holds its story together; false for the best that did not suffice, or was not chosen. */
  readonly holds: boolean
  readonly layer: LayerName
  readonly measure: LinkMeasure
  readonly value: number
  readonly threshold: number
  readonly veto: Veto | null
  /** What the pair rule went by; null for copies, hand-made joins and frozen stories. */
  readonly evidence: PairEvidence | null
}

/** `hand`: a person joined the two. `frozen`: they shared a story when it became too old to change. */
export type LinkMeasure = Measure | 'hand' | 'frozen'

/** Stories settled anew. Articles not named here keep the story they had. */
export interface SettledStories {
  readonly stories: readonly SettledStory[]
  readonly memberships: readonly Membership[]
  /** Links, and the articles whose links they all are. */
  readonly links: readonly StoryLink[]
  readonly linked: readonly string[]
  /** Old names of stories, and the names they lead to. */
  readonly aliases: ReadonlyMap<string, string>
}

export interface SettledStory extends Story {
  /** When its first and its last member were published. */
  readonly firstAt: number
  readonly lastAt: number
}

/** What a person said of two articles; of several sayings about one pair the newest counts. */
export interface StoryConstraint {
  readonly kind: 'join' | 'split'
  readonly a: string
  readonly b: string
  readonly at: number
}
