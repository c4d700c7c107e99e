/** Why the page of an article gave no full text. */
export type PageProblem =
  | 'robots'
  | 'robotsUnavailable'
  | 'unavailable'
  | 'slowDown'
  | 'gone'
  | 'refused'
  | 'forbiddenAddress'
  | 'notAPage'
  | 'tooLarge'
  | 'tooComplex'
  | 'frontPage'
  | 'consent'
  | 'paywall'
  | 'noArticle'
  | 'tooShort'
  | 'mostlyLinks'
  | 'notMore'
  | 'noAddress'

/** A page that was not taken, and why in words. */
export interface RefusedPage {
  readonly kind: 'refused'
  readonly problem: PageProblem
  readonly message: string
}

/** The article of a web page: safe HTML, and the same as plain text. */
export interface PageArticle {
  readonly kind: 'article'
  readonly title: string | null
  readonly html: string
  readonly text: string
  readonly wordCount: number
}

/** What reading a page came to. */
export type ReadPage = PageArticle | RefusedPage

/** A page as it was fetched. */
export interface FetchedPage {
  readonly body: Uint8Array
  readonly contentType: string | null
  /** The address that answered, after redirects. */
  readonly url: string
}

/** A fetched page to be read: plain data, so that it can be sent to a worker thread. */
export interface PageRequest extends FetchedPage {
  /** The address of the article. */
  readonly asked: string
  /** What the feed gave: a page that has less is not taken. */
  readonly feed: { readonly title: string; readonly wordCount: number }
}
