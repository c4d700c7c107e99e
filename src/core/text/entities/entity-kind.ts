/** The kind of a name, as far as its form shows it; `name` when it does not. */
export type EntityKind = 'person' | 'organisation' | 'place' | 'date' | 'name'
