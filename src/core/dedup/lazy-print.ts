import type { Print } from '../domain/print.ts'
import { decodeBody, decodeEntities, decodeHead, decodeTerms } from './encode-print.ts'

/** A print out of its bytes that reads body, terms and names only when a rule asks for them. */
export function lazyPrint(bytes: Uint8Array): Print {
  const head = decodeHead(bytes)
  let body: Print['body'] | undefined
  let terms: Print['terms'] | undefined
  let entities: Uint32Array | undefined
  return {
    ...head,
    get body() {
      if (body === undefined) body = decodeBody(bytes)
      return body
    },
    get terms() {
      terms ??= decodeTerms(bytes)
      return terms
    },
    get entities() {
      entities ??= decodeEntities(bytes)
      return entities
    },
  }
}
