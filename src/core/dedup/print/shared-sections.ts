import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import { uintAt } from '../containers/bytes.ts'
import { lazyPrint, SECTIONS, type SectionDecoder } from './decode-print.ts'
import { BODY_OFFSET, ENTITIES_OFFSET, TERMS_OFFSET } from './print-layout.ts'

/**
 * A decoder of prints one after the other: a section that has the same bytes as the one before is the same object. Copies of an agency's text have title, body and
 * terms in common, so that these are decoded once, and what is kept by them, such as weights, is made once.
 *
 * Weights depend on the language, too; with `sharesTerms` false, as where they depend on the feed, every print has terms of its own.
 */
export function createSharingDecoder(sharesTerms: boolean): (bytes: Uint8Array) => Print {
  const title = createLastSection<PrintTitle>()
  const body = createLastSection<PrintBody | null>()
  const terms = createLastSection<PrintTerms>()
  const sections: SectionDecoder = {
    title: (bytes, start, language) => {
      const end = uintAt(bytes, BODY_OFFSET)
      if (!title.isEqual(bytes, start, end, language))
        title.set(bytes, start, end, language, SECTIONS.title(bytes, start, language))
      return title.value()
    },
    body: (bytes) => {
      const [start, end] = [uintAt(bytes, BODY_OFFSET), uintAt(bytes, TERMS_OFFSET)]
      if (!body.isEqual(bytes, start, end, null)) body.set(bytes, start, end, null, SECTIONS.body(bytes))
      return body.value()
    },
    terms: (bytes, print) => {
      if (!sharesTerms) return SECTIONS.terms(bytes, print)
      const [start, end] = [uintAt(bytes, TERMS_OFFSET), uintAt(bytes, ENTITIES_OFFSET)]
      // The title, because a language that is not known follows from its script.
      const context = print.language ?? `?${print.title.script}`
      if (!terms.isEqual(bytes, start, end, context))
        terms.set(bytes, start, end, context, SECTIONS.terms(bytes, print))
      return terms.value()
    },
  }
  return (bytes) => lazyPrint(bytes, null, sections)
}

/** The section that was decoded last: where it lies, and what else its value is used with. */
function createLastSection<T>() {
  let last: { bytes: Uint8Array; start: number; length: number; context: string | null; value: T } | null = null
  return {
    isEqual: (bytes: Uint8Array, start: number, end: number, context: string | null): boolean => {
      if (last === null || last.length !== end - start || last.context !== context) return false
      for (let at = 0; at < last.length; at++) if (last.bytes[last.start + at] !== bytes[start + at]) return false
      return true
    },
    set: (bytes: Uint8Array, start: number, end: number, context: string | null, value: T): void => {
      last = { bytes, start, length: end - start, context, value }
    },
    value: (): T => last!.value,
  }
}
