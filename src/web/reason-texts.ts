/** A text for each code of a union of records: a code without one fails the type check. */
export type Said<R extends { readonly code: string }> = {
  readonly [C in R['code']]: (values: Extract<R, { readonly code: C }>) => string
}

/** The text for a code; the server's own sentence where the page does not know it, as after an update of the server. */
export function say<R extends { readonly code: string }>(
  texts: Said<R>,
  said: R | null | undefined,
  sentence: string,
): string {
  const text = said == null || !Object.hasOwn(texts, said.code) ? undefined : texts[said.code as R['code']]
  return text === undefined ? sentence : (text as (values: R) => string)(said as R)
}
