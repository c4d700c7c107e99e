/** What a reader says about a tab: one of their own, or the place of one that the settings name. */
export interface OwnTab {
  readonly key: string
  readonly name: string
  readonly position: number
  readonly language: string | null
  /** How many items it shows; null for as many as any tab. */
  readonly itemLimit: number | null
}
