import { letterClasses, otherUnit, unspacedUnit, wordUnit } from './letter-classes.ts'

/**
 * Characters segmented exactly; the rest of a longer text is taken to have words as long. ICU needs over a microsecond a
 * character, so a long read would cost more than all its other treatment.
 */
const segmentedCharacters = 300

/** ICU slows down on long strings, so a run that no punctuation breaks is cut anyway. */
const longestRun = 100

/** It is slow to begin, too: short runs go together, a line each, which keeps their words apart. */
const enoughToSegment = 60

/** Signs that join two halves of a word or number: don't, re-elect, 1,000.5. */
const joiners = new Set(["'", '’', '.', ',', '-'].map((sign) => sign.charCodeAt(0)))

let segmenter: Intl.Segmenter | null = null

/** Words as a reader counts them: runs of letters and digits, and ICU's words where a script puts no blanks between them. */
export function countWords(text: string): number {
  const classes = letterClasses()
  let count = 0
  let unspaced = 0
  let sampled = 0
  let segmented = 0
  let sample = ''
  let at = 0
  while (at < text.length) {
    const kind = classes[text.charCodeAt(at)]!
    if (kind === otherUnit) {
      at++
      continue
    }
    const end = kind === wordUnit ? endOfWord(text, at, classes) : endOfRun(text, at, classes)
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

function endOfWord(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1
  for (;;) {
    while (at < text.length && classes[text.charCodeAt(at)] === wordUnit) at++
    if (!joiners.has(text.charCodeAt(at)) || classes[text.charCodeAt(at + 1)] !== wordUnit) return at
    at++
  }
}

/** A run of an unspaced script is a clause at most; punctuation, digits and other letters end it. */
function endOfRun(text: string, start: number, classes: Uint8Array): number {
  let at = start + 1
  while (at < text.length && at - start < longestRun && classes[text.charCodeAt(at)] === unspacedUnit) at++
  return at
}

function countSegments(run: string): number {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(run)) if (segment.isWordLike) count++
  return count
}
