/** A mail without a recipient. Header values are one line each. */
export interface Mail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}
