import { letterClasses, unspacedUnit, wordUnit } from './letter-classes.ts'
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

const lineEnd = 10

let segmenter: Intl.Segmenter | null = null

/** Words as a reader counts them: runs of letters and digits, and ICU's words where a script puts no blanks between them. */
export function countWords(text: string): number {
  const { units, write } = roomFor(text.length + 1)
  write(text, 0)
  // Behind the end stands what is no letter.
  units[text.length] = 0
  const { spaced, anyUnspaced } = countSpaced(units, text.length)
  return anyUnspaced ? spaced + countUnspaced(text, units) : spaced
}

const [word, joiner, unspaced] = [1, 2, 4]

/** Signs that join two halves of a word or number: don't, don’t, 1,000.5, re-elect. */
const joiners = "'’,-."

let marks: Uint8Array | null = null

/** For each code unit: does it belong to a word, may it join two halves of one, is it of a script without blanks. */
function unitMarks(): Uint8Array {
  if (marks !== null) return marks
  marks = letterClasses().map((kind) => (kind === wordUnit ? word : kind === unspacedUnit ? unspaced : 0))
  for (const sign of joiners) marks[sign.charCodeAt(0)] = joiner
  return marks
}

/** A word begins where no word was before, nor a sign that joins it to one. Counted without a branch, see `wordsHash`. */
function countSpaced(units: Uint16Array, length: number): { readonly spaced: number; readonly anyUnspaced: boolean } {
  const marks = unitMarks()
  let spaced = 0
  let seen = 0
  let last = 0
  let lastButOne = 0
  for (let at = 0; at < length; at++) {
    const mark = marks[units[at]!]!
    spaced += mark & ~last & ~((last >> 1) & lastButOne) & word
    seen |= mark
    lastButOne = last
    last = mark
  }
  return { spaced, anyUnspaced: (seen & unspaced) !== 0 }
}

function countUnspaced(text: string, units: Uint16Array): number {
  const classes = letterClasses()
  let characters = 0
  let sampled = 0
  let segmented = 0
  let sample = ''
  for (let at = 0; at < text.length; ) {
    if (classes[units[at]!] !== unspacedUnit) {
      at++
      continue
    }
    const end = endOfRun(units, at, classes)
    characters += end - at
    if (sampled < segmentedCharacters) {
      sampled += end - at
      sample += `${text.slice(at, end)}\n`
    }
    if (sample.length >= enoughToSegment) {
      segmented += countSegments(sample)
      sample = ''
    }
    at = end
  }
  if (sample !== '') segmented += countSegments(sample)
  return Math.round((segmented * characters) / sampled)
}

/** A run of an unspaced script is a clause at most; punctuation, digits and other letters end it. */
function endOfRun(units: Uint16Array, start: number, classes: Uint8Array): number {
  let at = start + 1
  while (at - start < longestRun && classes[units[at]!] === unspacedUnit) at++
  return at
}

/** Kana and Han: a segment of one of these is always a word. */
const isWordAlone = (unit: number): boolean => unit >= 0x3041 && unit <= 0x9fff

/**
 * A question costs the segmenter more than its answer, though half of walking over the segments. Asked for the second
 * character from a segment's start, it says at once whether the first is a word alone, and where the next one ends.
 */
function countSegments(run: string): number {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const segments = segmenter.segment(run)
  let count = 0
  for (let at = 0; at < run.length; ) {
    const asked = isWordAlone(run.charCodeAt(at)) && isWordAlone(run.charCodeAt(at + 1)) ? at + 1 : at
    const { segment, index, isWordLike } = segments.containing(asked)!
    if (isWordLike) count++
    if (index > at) count++
    at = index + segment.length
    if (run.charCodeAt(at) === lineEnd) at++
  }
  return count
}
