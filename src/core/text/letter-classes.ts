import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

/** Classes of UTF-16 code units, for counting and comparing words. */
export const otherUnit = 0
/** A letter, digit or mark of a script with blanks between words. */
export const wordUnit = 1
/** A character of a script without blanks between words. */
export const unspacedUnit = 2

const wordRuns = /[\p{L}\p{N}\p{M}]+/gu
const unspacedRuns = new RegExp(`[${UNSPACED_SCRIPTS}]+`, 'gu')

let table: Uint8Array | null = null

/**
 * The class of each code unit as a table: Unicode classes in regular expressions cost ten times more, and this runs
 * over every character of every article. Low surrogates count as unspaced: most letters beyond the first plane are Han.
 */
export function letterClasses(): Uint8Array {
  if (table !== null) return table
  const classes = new Uint8Array(65536)
  const units = Array.from({ length: 65536 }, (_unit, code) =>
    code >= 0xd800 && code < 0xe000 ? ' ' : String.fromCharCode(code),
  )
  const all = units.join('')
  for (const run of all.matchAll(wordRuns)) classes.fill(wordUnit, run.index, run.index + run[0].length)
  for (const run of all.matchAll(unspacedRuns)) classes.fill(unspacedUnit, run.index, run.index + run[0].length)
  // Planes 2 and 3 are Han; plane 1 has emoji, which are not words.
  classes.fill(unspacedUnit, 0xd840, 0xd8c0)
  classes.fill(unspacedUnit, 0xdc00, 0xe000)
  table = classes
  return classes
}
