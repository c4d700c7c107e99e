/** What a rule does with the articles that its query finds. */
export type RuleKind = 'mute' | 'highlight'

/** A reader's rule about articles. */
export interface Rule {
  readonly id: number
  readonly reader: number
  readonly kind: RuleKind
  /** As the reader wrote it, in the language of search. */
  readonly query: string
  readonly createdAt: number
}

/** A search that a reader keeps. */
export interface SavedSearch {
  readonly id: number
  readonly name: string
  readonly query: string
  /** Whether it is shown among the tabs. */
  readonly asTab: boolean
  readonly createdAt: number
}
