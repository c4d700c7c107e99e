/** Scripts that put no blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]/u
const unspacedRuns = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]+/gu
const words = /[\p{L}\p{N}\p{M}]+(?:['’.,-][\p{L}\p{N}\p{M}]+)*/gu
const asciiWords = /[A-Za-z0-9]+(?:['.,-][A-Za-z0-9]+)*/g

/**
 * Characters segmented exactly; the rest of a longer text is taken to have words as long. ICU needs over a microsecond a
 * character, so a long read would cost more than all its other treatment.
 */
const segmentedCharacters = 1000

/** ICU slows down on long strings, so a run that no punctuation breaks is cut anyway. */
const longestRun = 100

let segmenter: Intl.Segmenter | null = null

/** Words as a reader counts them: runs of letters and digits, and ICU's words where a script puts no blanks between them. */
export function countWords(text: string): number {
  if (/^[\x00-\x7f]*$/.test(text)) return countMatches(text, asciiWords)
  if (!unspaced.test(text)) return countMatches(text, words)
  const runs = text.match(unspacedRuns) ?? []
  return countMatches(text.replace(unspacedRuns, ' '), words) + countUnspaced(runs)
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count++
  return count
}

/** Runs end where punctuation, digits or other letters stand, so each is a clause or less. */
function countUnspaced(runs: readonly string[]): number {
  let characters = 0
  let count = 0
  let total = 0
  for (const run of runs) {
    total += run.length
    for (let at = 0; at < run.length && characters < segmentedCharacters; at += longestRun) {
      const piece = run.slice(at, at + longestRun)
      characters += piece.length
      count += segments(piece)
    }
  }
  return characters === 0 ? 0 : Math.round((count * total) / characters)
}

function segments(piece: string): number {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(piece)) if (segment.isWordLike) count++
  return count
}
