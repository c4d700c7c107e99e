import { isUnspaced, words } from '../text/words.ts'

/** A sentence shorter than this is a byline or a heading. */
const MORE_WORDS_THAN = 10
const OPENING_SENTENCES = 3

/** The first three real sentences (over ten words) of a text, folded to their words. */
export function openingSentences(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?…]["'”’)]?)\s+|(?<=[。！？])|\n{2,}/u)) {
    const found = words(part)
    if (lengthInWords(found) <= MORE_WORDS_THAN) continue
    sentences.push(found.join(' '))
    if (sentences.length === OPENING_SENTENCES) break
  }
  return sentences
}

/** Where there are no spaces two characters make about one word. */
function lengthInWords(found: readonly string[]): number {
  let length = 0
  for (const word of found) length += isUnspaced(word) ? Math.ceil(word.length / 2) : 1
  return length
}
