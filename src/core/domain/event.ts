/** Something that happened once and that a person or a program may want to hear of. */
export interface NewEvent {
  readonly at: number
  readonly kind: string
  /** What it is about, such as `feed:12`. */
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
}

export interface Event extends NewEvent {
  readonly id: number
}
