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

/** Why an article is in its story. */
export interface Membership {
  readonly article: string
  readonly story: string
  /** What the article's likeness to the rest of its story exceeds the likeness asked for by. */
  readonly gain: number
  /** The story it would have joined instead, if any. */
  readonly runnerUp: string | null
  readonly runnerUpGain: number | null
  readonly cause: 'online' | 'refine' | 'hand' | 'frozen'
  /** The earlier member whose text it copies; null for an original. */
  readonly copyOf: string | null
}

/** Stories settled anew. Articles not named here keep the story they had. */
export interface SettledStories {
  readonly stories: readonly SettledStory[]
  readonly memberships: readonly Membership[]
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
