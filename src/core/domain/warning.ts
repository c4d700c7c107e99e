/** A position in the publisher's text. Lines and columns start at 1. */
export interface TextPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** A flaw in data that was accepted nevertheless. */
export interface Warning {
  readonly code: string
  readonly message: string
  readonly at: TextPosition | null
}
