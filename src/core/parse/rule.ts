import type { Field } from './field.ts'

/** What to do with one element: read its text, or go into it. */
export type Rule<D> =
  | { readonly reads: 'text'; readonly take: (draft: D, field: Field) => void }
  | { readonly reads: 'children'; readonly enter: (draft: D, field: Field) => Inside }

/** The rules that hold inside an element, the draft they fill, and what to do when the element ends. */
export interface Inside {
  readonly table: Table<unknown>
  readonly draft: unknown
  /** Told the text that stood directly in the element, references decoded. */
  readonly leave?: (stray: string) => void
}

/** Rules by field name; a Map, so that no name can reach a prototype. */
export type Table<D> = ReadonlyMap<string, Rule<D>>

/** A rule that wants the element's text and attributes. */
export function text<D>(take: (draft: D, field: Field) => void): Rule<D> {
  return { reads: 'text', take }
}

/** A rule that goes into the element with the same draft and another table. */
export function within<D>(table: () => Table<D>, begin?: (draft: D, field: Field) => void): Rule<D> {
  return {
    reads: 'children',
    enter(draft, field) {
      begin?.(draft, field)
      return inside(table(), draft)
    },
  }
}

/** A rule that goes into the element with a draft of its own, handed over when the element ends. */
export function apart<D, P>(
  table: Table<P>,
  begin: (draft: D, field: Field) => P,
  end: (draft: D, part: P, stray: string) => void,
): Rule<D> {
  return {
    reads: 'children',
    enter(draft, field) {
      const part = begin(draft, field)
      return { ...inside(table, part), leave: (stray) => end(draft, part, stray) }
    },
  }
}

/** A table and the draft it was written for belong together; the reader only ever passes them on as a pair. */
export function inside<D>(table: Table<D>, draft: D): Inside {
  return { table: table as Table<unknown>, draft }
}

/** The same rule under several names. */
export function named<D>(names: string, rule: Rule<D>): [string, Rule<D>][] {
  return names.split(' ').map((name) => [name, rule])
}

/** The same rules where a more particular draft is filled. */
export function widened<D, E extends D>(rules: readonly [string, Rule<D>][]): readonly [string, Rule<E>][] {
  return rules as unknown as readonly [string, Rule<E>][]
}
