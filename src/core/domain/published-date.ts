/** A publication date as a publisher gave it. */
export interface PublishedDate {
  readonly feed: number
  readonly published: number
}
