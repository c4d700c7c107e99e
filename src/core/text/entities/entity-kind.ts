/** What kind of thing a name stands for, as far as its form tells; `name` when it does not. */
export type EntityKind = 'person' | 'organisation' | 'place' | 'date' | 'name'
