/** Where in the publisher's text something stands. Lines and columns start at 1. */
export interface TextPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** A flaw in data we accepted all the same. */
export interface Warning {
  readonly code: string
  readonly message: string
  readonly at: TextPosition | null
}
