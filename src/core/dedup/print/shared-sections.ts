import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import { bodyIn, decodeTerms, lazyPrint, sectionsOf, titleIn } from './decode-print.ts'

/** What else an object depends on that is made of a section and kept by it. */
type Context = string | null

/**
 * A decoder of prints one after the other: a section that has the same bytes as the one before is the same object. Copies of an agency's text have title, body and
 * terms in common, so that these are decoded once, and what is kept by them, such as weights, is made once.
 *
 * Weights depend on the language, too; with `sharesTerms` false, as where they depend on the feed, every print has terms of its own.
 */
export function createSharingDecoder(sharesTerms: boolean): (bytes: Uint8Array) => Print {
  const titles = createSectionMemo<PrintTitle>()
  const bodies = createSectionMemo<PrintBody | null>()
  const terms = createSectionMemo<PrintTerms>()
  return (bytes) => {
    const { language, title, body, terms: weighed } = sectionsOf(bytes)
    const decoded = titles(title, language, () => titleIn(bytes))
    return lazyPrint(bytes, decoded, {
      body: () => bodies(body, null, () => bodyIn(bytes)),
      terms: () =>
        sharesTerms ? terms(weighed, `${decoded.script} ${language}`, () => decodeTerms(bytes)) : decodeTerms(bytes),
    })
  }
}

/** Keeps the last section and what it was decoded to. */
function createSectionMemo<T>(): (section: Uint8Array, context: Context, decode: () => T) => T {
  let last: { readonly section: Uint8Array; readonly context: Context; readonly value: T } | null = null
  return (section, context, decode) => {
    if (last === null || last.context !== context || !areEqual(last.section, section))
      last = { section, context, value: decode() }
    return last.value
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
