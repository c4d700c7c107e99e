import type { PrintBytes } from '../../domain/admission.ts'
import { withoutBoilerplate } from '../boilerplate.ts'
import { encodePrint, PRINT_VERSION, unstoredPart } from './encode-print.ts'
import { type PrintInput, printOf } from './print.ts'

/**
 * The print of a stored article, made again in the current version. Guid, time and boilerplate are taken over from the
 * old print, since the store keeps them nowhere else; a layout that cannot be read leaves what the article says.
 */
export function renewPrint(article: PrintInput, old: Uint8Array, layered: boolean): PrintBytes {
  const kept = unstoredPart(old)
  const fresh = printOf(article, { layered, ...(kept && { guidKey: kept.guid }) })
  const print = kept === null ? fresh : withoutBoilerplate({ ...fresh, seen: kept.seen }, new Set(kept.boilerplate))
  return { version: PRINT_VERSION, value: encodePrint(print) }
}
