import type { PrintBytes } from '../../domain/admission.ts'
import { encodePrint, PRINT_VERSION } from './encode-print.ts'
import { type PrintInput, type PrintOptions, printOf } from './print.ts'

/** Takes the print of an article in the form it travels and is stored in. */
export function printBytes(article: PrintInput, options: PrintOptions): PrintBytes {
  return { version: PRINT_VERSION, value: encodePrint(printOf(article, options)) }
}
