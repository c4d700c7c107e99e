import { codeUnitBuffer } from './code-unit-buffer.ts'
import { letterClasses, unspacedUnit, wordUnit } from './letter-classes.ts'

/**
 * So many characters are segmented; the rest of a longer text is assumed to have words of the same length. ICU takes
 * over a microsecond per character, more than all other processing of a long article.
 */
const segmentedCharacters = 200

/** ICU slows down on long strings, so longer runs are split. */
const longestRun = 100

/** Each call of ICU has a fixed cost, so short runs are joined, separated by line ends. */
const enoughToSegment = 60

const lineEnd = 10

let segmenter: Intl.Segmenter | null = null

/** Counts words: runs of letters and digits, and ICU's words in scripts without blanks between words. */
export function countWords(text: string): number {
  const { units, write } = codeUnitBuffer(text.length + 1)
  write(text, 0)
  // A sentinel that is not a letter.
  units[text.length] = 0
  const { spaced, anyUnspaced } = countSpaced(units, text.length)
  return anyUnspaced ? spaced + countUnspaced(text, units) : spaced
}

const [word, joiner, unspaced] = [1, 2, 4]

/** Characters that join two halves of a word or number: don't, don’t, 1,000.5, re-elect. */
const joiners = "'’,-."

let marks: Uint8Array | null = null

/** For each code unit: part of a word, possible joiner, or character of a script without blanks. */
function unitMarks(): Uint8Array {
  if (marks !== null) return marks
  marks = letterClasses().map((kind) => (kind === wordUnit ? word : kind === unspacedUnit ? unspaced : 0))
  for (const sign of joiners) marks[sign.charCodeAt(0)] = joiner
  return marks
}

/**
 * Counts word starts: a word character without a word character, or a joined one, before it. Branch-free, see
 * `wordsHash`.
 */
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

/** A run of an unspaced script ends at punctuation, digits and other letters. */
function endOfRun(units: Uint16Array, start: number, classes: Uint8Array): number {
  let at = start + 1
  while (at - start < longestRun && classes[units[at]!] === unspacedUnit) at++
  return at
}

/** Kana and Han: a segment of one such character is always a word. */
const isWordAlone = (unit: number): boolean => unit >= 0x3041 && unit <= 0x9fff

/**
 * Counts word-like segments with `containing` instead of iterating, which takes twice the time. Queried at the second
 * character of a segment, it tells whether the first is a word alone, and where the next one ends.
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
