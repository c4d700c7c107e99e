import type { PrintBytes } from '../../domain/admission.ts'
import { encodePrint } from './encode-print.ts'
import { type PrintInput, type PrintOptions, printOf } from './print.ts'
import { PRINT_VERSION } from './print-layout.ts'

/** The print of an article in its encoded form, as it is sent between threads and stored. */
export function printBytes(article: PrintInput, options: PrintOptions): PrintBytes {
  return { version: PRINT_VERSION, value: encodePrint(printOf(article, options)) }
}
