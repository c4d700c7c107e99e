/** Articles, pronouns and prepositions that are written with an apostrophe in front of a vowel, by language. */
const ELIDED: Readonly<Record<string, RegExp>> = {
  fr: /(?<![\p{L}\p{N}'’])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\p{L})/giu,
  it: /(?<![\p{L}\p{N}'’])(?:[cdlmnstv]|un|gl|dell|all|dall|nell|sull|coll|quest|quell)['’](?=\p{L})/giu,
  ca: /(?<![\p{L}\p{N}'’])[dlmnst]['’](?=\p{L})/giu,
}

/**
 * A text without elided function words: "d'un" and "l'eau" would otherwise be rare words of their own, "dun" and "leau".
 * A text in a language without elision stays as it is.
 */
export function withoutElisions(text: string, language: string | null): string {
  const elided = language === null ? undefined : ELIDED[language.slice(0, 2).toLowerCase()]
  return elided === undefined ? text : text.replace(elided, '')
}
