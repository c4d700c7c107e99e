import { letterClasses, otherUnit, unspacedUnit, wordUnit } from './letter-classes.ts'
import { roomFor } from './unit-room.ts'

/**
 * Characters segmented exactly; the rest of a longer text is taken to have words as long. ICU needs over a microsecond a
 * character, so a long read would cost more than all its other treatment.
 */
const segmentedCharacters = 200

/** ICU slows down on long strings, so a run that no punctuation breaks is cut anyway. */
const longestRun = 100

/** It is slow to begin, too: short runs go together, a line each, which keeps their words apart. */
const enoughToSegment = 60

/** Signs that join two halves of a word or number: don't, don’t, 1,000.5, re-elect. */
const joins = (unit: number): boolean => unit === 0x27 || unit === 0x2019 || (unit >= 0x2c && unit <= 0x2e)

const lineEnd = 10

let segmenter: Intl.Segmenter | null = null

/** Words as a reader counts them: runs of letters and digits, and ICU's words where a script puts no blanks between them. */
export function countWords(text: string): number {
  const classes = letterClasses()
  const { units, write } = roomFor(text.length + 2)
  write(text, 0)
  // Behind the end stands what is no word and joins none.
  units.fill(0, text.length, text.length + 2)
  let count = 0
  let unspaced = 0
  let sampled = 0
  let segmented = 0
  let sample = ''
  let at = 0
  while (at < text.length) {
    const kind = classes[units[at]!]!
    if (kind === otherUnit) {
      at++
      continue
    }
    const end = kind === wordUnit ? endOfWord(units, at, classes) : endOfRun(units, at, classes)
    if (kind === wordUnit) count++
    else {
      unspaced += end - at
      if (sampled < segmentedCharacters) {
        sampled += end - at
        sample += `${text.slice(at, end)}\n`
      }
      if (sample.length >= enoughToSegment) {
        segmented += countSegments(sample)
        sample = ''
      }
    }
    at = end
  }
  if (sample !== '') segmented += countSegments(sample)
  return count + (sampled === 0 ? 0 : Math.round((segmented * unspaced) / sampled))
}

function endOfWord(units: Uint16Array, start: number, classes: Uint8Array): number {
  let at = start + 1
  for (;;) {
    while (classes[units[at]!] === wordUnit) at++
    if (!joins(units[at]!) || classes[units[at + 1]!] !== wordUnit) return at
    at++
  }
}

/** A run of an unspaced script is a clause at most; punctuation, digits and other letters end it. */
function endOfRun(units: Uint16Array, start: number, classes: Uint8Array): number {
  let at = start + 1
  while (at - start < longestRun && classes[units[at]!] === unspacedUnit) at++
  return at
}

function countSegments(run: string): number {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const segments = segmenter.segment(run)
  let count = 0
  // Asking for the segment at a place takes half the time of walking over them.
  for (let at = 0; at < run.length; ) {
    const { segment, isWordLike } = segments.containing(at)!
    if (isWordLike) count++
    at += segment.length
    if (run.charCodeAt(at) === lineEnd) at++
  }
  return count
}
