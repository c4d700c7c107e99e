import { PRINT_VERSION } from '../core/dedup/print/print-layout.ts'
import type { StoredPrint } from '../core/domain/admission.ts'
import { createSlicer, type Slicer } from './time-slices.ts'

/** The store, or a transaction of it, as far as prints are read in pages. */
export interface PrintPages {
  readonly printsAfter: (change: number, limit: number) => Promise<readonly StoredPrint[]>
}

/** About 2 MB. */
const PRINTS_PER_QUERY = 1_000

/**
 * Visits the prints stored after a change number, page by page, in the order of their changes; prints of another version and
 * of private feeds, which cannot be compared, are passed over. Pauses between two visits, which may compare an article with a whole window. Returns the
 * last change number seen.
 */
export async function eachPrintAfter(
  pages: PrintPages,
  change: number,
  visit: (bytes: Uint8Array, change: number) => void,
  slicer: Slicer = createSlicer(),
): Promise<number> {
  let cursor = change
  for (;;) {
    const prints = await pages.printsAfter(cursor, PRINTS_PER_QUERY)
    for (const one of prints) {
      cursor = one.change
      if (one.version === PRINT_VERSION && one.scope === 0) visit(one.value, one.change)
      const pause = slicer()
      if (pause !== null) await pause
    }
    if (prints.length < PRINTS_PER_QUERY) return cursor
  }
}
