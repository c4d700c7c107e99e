import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

/** What a UTF-16 code unit is to somebody who counts or compares words. */
export const otherUnit = 0
/** A letter, digit or mark of a script that puts blanks between words. */
export const wordUnit = 1
/** A letter of a script that does not. */
export const unspacedUnit = 2

const wordRuns = /[\p{L}\p{N}\p{M}]+/gu
const unspacedRuns = new RegExp(`[${UNSPACED_SCRIPTS}]+`, 'gu')

let table: Uint8Array | null = null

/**
 * The class of each code unit, looked up instead of matched: Unicode classes in regular expressions cost ten times more, and
 * this is asked of every character of every article. Halves of pairs count as letters: most beyond the first plane are Han.
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
  // Planes 2 and 3 are Han; emoji live in plane 1 and are no words.
  classes.fill(unspacedUnit, 0xd840, 0xd8c0)
  classes.fill(unspacedUnit, 0xdc00, 0xe000)
  table = classes
  return classes
}
