/** Something that happened once, for a person or a program to see. */
export interface NewEvent {
  readonly at: number
  readonly kind: string
  /** The subject, such as `feed:12`. */
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
}

export interface Event extends NewEvent {
  readonly id: number
}
