import type { PrintBytes } from '../../domain/admission.ts'
import { withoutBoilerplate } from '../boilerplate.ts'
import { unstoredFields } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'
import { type PrintInput, printOf } from './print.ts'
import { PRINT_VERSION } from './print-layout.ts'

/**
 * The print of a stored article, made again in the current version. Guid, time and boilerplate are taken over from the
 * old print, since the store keeps them nowhere else; if the old layout cannot be decoded, they are computed from the article.
 */
export function renewPrint(article: PrintInput, old: Uint8Array, layered: boolean): PrintBytes {
  const kept = unstoredFields(old)
  const fresh = printOf(article, { layered, ...(kept && { guidKey: kept.guid }) })
  const print = kept === null ? fresh : withoutBoilerplate({ ...fresh, seen: kept.seen }, new Set(kept.boilerplate))
  return { version: PRINT_VERSION, value: encodePrint(print) }
}
