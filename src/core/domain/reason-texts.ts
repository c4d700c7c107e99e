/** A text for each code of a union of records: a code without one fails the type check. */
export type Said<R extends { readonly code: string }> = {
  readonly [C in R['code']]: (values: Extract<R, { readonly code: C }>) => string
}

/** The sentence of a record, by its code. */
export const say = <R extends { readonly code: string }>(texts: Said<R>, said: R): string =>
  (texts[said.code as R['code']] as (values: R) => string)(said)
