import { FNV_BASIS } from '../../similar/hash.ts'
import { kindOfUnit, ODD, PLAIN, unitsOf } from '../../text/word-units.ts'
import { endOfWord, foldForWords, wordBetween } from '../../text/words.ts'
import { bitsAt, findSlot, NEEDS_TEXT, nextHash, nextSecond, seedOf } from './word-cache.ts'

/** What is done with the words of a text, in order. */
export interface WordVisitor {
  /** A word in the word cache whose text is not needed, by its slot and its hash. */
  readonly known: (slot: number, hash: number) => void
  /** Any other word, folded. */
  readonly other: (word: string) => void
}

/** Scans the words of a text. Words are hashed while they are scanned; a string is made only for odd or unknown words. */
export function scanWords(text: string, language: string | null, visitor: WordVisitor): void {
  const folded = foldForWords(text)
  const { length } = folded
  const units = unitsOf(folded)
  const seed = seedOf(language)
  for (let at = 0; at < length; ) {
    let hash = FNV_BASIS
    let second = seed
    let end = at
    let kind = kindOfUnit(units[end]!)
    while ((kind & PLAIN) !== 0) {
      hash = nextHash(hash, units[end]!)
      second = nextSecond(second, units[end]!)
      kind = kindOfUnit(units[++end]!)
    }
    if ((kind & ODD) !== 0) {
      end = endOfWord(folded, units, at)
      if (end > at) visitor.other(wordBetween(folded, at, end))
      at = Math.max(end, at + 1)
    } else {
      if (end > at) {
        const slot = findSlot(hash, second, seed)
        if (slot >= 0 && (bitsAt(slot) & NEEDS_TEXT) === 0) visitor.known(slot, hash)
        else visitor.other(folded.slice(at, end))
      }
      at = end + 1
    }
  }
}
