import type { Field } from './field.ts'

/** What to do with one element: collect its text, or apply rules to its children. */
export type Rule<D> =
  | { readonly reads: 'text'; readonly take: (builder: D, field: Field) => void }
  | { readonly reads: 'children'; readonly enter: (builder: D, field: Field) => Inside }

/** The rules that apply inside an element, the record they fill, and a callback for the end tag. */
export interface Inside {
  readonly table: Table<unknown>
  readonly builder: unknown
  /** Called with the text directly inside the element, references decoded. */
  readonly leave?: (stray: string) => void
}

/** Rules by field name; a Map, so that no name can reach a prototype. */
export type Table<D> = ReadonlyMap<string, Rule<D>>

/** A rule that receives the element's text and attributes. */
export function text<D>(take: (builder: D, field: Field) => void): Rule<D> {
  return { reads: 'text', take }
}

/** A rule that applies another table to the children and fills the same record. */
export function within<D>(table: () => Table<D>, begin?: (builder: D, field: Field) => void): Rule<D> {
  return {
    reads: 'children',
    enter(builder, field) {
      begin?.(builder, field)
      return inside(table(), builder)
    },
  }
}

/** A rule that fills a record of its own from the children and passes it on at the end tag. */
export function apart<D, P>(
  table: Table<P>,
  begin: (builder: D, field: Field) => P,
  end: (builder: D, part: P, stray: string) => void,
): Rule<D> {
  return {
    reads: 'children',
    enter(builder, field) {
      const part = begin(builder, field)
      return { ...inside(table, part), leave: (stray) => end(builder, part, stray) }
    },
  }
}

/** Pairs a table with the record it fills; the reader only ever passes them on together. */
export function inside<D>(table: Table<D>, builder: D): Inside {
  return { table: table as Table<unknown>, builder }
}

/** The same rule under several names. */
export function named<D>(names: string, rule: Rule<D>): [string, Rule<D>][] {
  return names.split(' ').map((name) => [name, rule])
}

/** The same rules for a record with more fields. */
export function widened<D, E extends D>(rules: readonly [string, Rule<D>][]): readonly [string, Rule<E>][] {
  return rules as unknown as readonly [string, Rule<E>][]
}
