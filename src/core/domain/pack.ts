/** A feed that a starter pack names. */
export interface PackFeed {
  /** What its publisher is known as; shown until the feed's own title is read. */
  readonly name: string
  readonly url: string
}

/** Public feeds of one language and subject, shipped with the program for somebody who has none yet. */
export interface Pack {
  /** The name of its file. */
  readonly id: string
  /** Also the name of the tab that its feeds are filed under. */
  readonly name: string
  /** Such as `en` or `zh-Hant`. */
  readonly language: string
  readonly subject: string
  /** The day on which all its addresses answered; null when nobody could ask them. */
  readonly checkedOn: string | null
  readonly feeds: readonly PackFeed[]
}
