import { characterClass, HANGUL, LATIN, UNSPACED, WIDE } from '../text/character-classes.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { porterStem } from '../text/stem/porter.ts'
import { isGrammar, isStopBigram, isStopWord } from '../text/stop-words.ts'
import { bigrams, isUnspaced, words } from '../text/words.ts'
import { fnv1a32Between } from './hash.ts'

/** Inflected words of these scripts are cut to their first letters, which serves news about as well as a stemmer. */
const CUT_LETTERS = 4

/** What a text is about, as the terms vectors and IDF tables count: stems, cut words, character bigrams and canonical numbers. */
export function terms(text: string, language: string | null = null): string[] {
  return termsOfWords(canonicalNumbers(words(text), language), language)
}

/** The terms of single folded words. */
export function termsOfWords(found: Iterable<string>, language: string | null): string[] {
  const out: string[] = []
  for (const word of found) pushTerms(word, language, out)
  return out
}

function pushTerms(word: string, language: string | null, out: string[]): void {
  if (hasPairs(word)) {
    for (const bigram of bigrams(word)) if (!isStopBigram(bigram)) out.push(bigram)
  } else {
    const term = termOf(word, language)
    if (term !== null) out.push(term)
  }
}

const hasPairs = (word: string): boolean => (characterClass(word, 0) & (UNSPACED | HANGUL)) !== 0

/** The term of a folded word that is not told by its pairs of letters; null when it says nothing. */
export function termOf(word: string, language: string | null): string | null {
  if (hasPairs(word) || isStopWord(word, language)) return null
  const term = stemTerm(word, language)
  return term.length > 1 || isNumber(term) ? term : null
}

/** Calls with the hash of each term of a run without spaces: its bigrams but for those of grammar alone. */
export function eachPairTerm(run: string, visit: (hash: number) => void): void {
  let before = 0
  let grammarBefore = true
  for (let at = 0; at < run.length; ) {
    const end = at + ((characterClass(run, at) & WIDE) === 0 ? 1 : 2)
    const grammar = isGrammar(run, at)
    const isPair = at > 0 || end === run.length
    if (isPair && !(grammar && grammarBefore)) visit(fnv1a32Between(run, before, end) | 0)
    before = at
    grammarBefore = grammar
    at = end
  }
}

/** The term of one folded word. An empty stem ("s") falls back to the word. */
export function stemTerm(word: string, language: string | null): string {
  if (isNumber(word)) return word
  if ((characterClass(word, 0) & LATIN) === 0) return word.slice(0, CUT_LETTERS)
  if (language !== null && !language.toLowerCase().startsWith('en')) return word.slice(0, 2 * CUT_LETTERS - 2)
  return englishStem(word)
}

/** News repeats its words, so most stems are known already; the list is dropped before it grows large. */
const stems = new Map<string, string>()
const MOST_STEMS = 50_000

function englishStem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MOST_STEMS) stems.clear()
  const stem = porterStem(word) || word
  stems.set(word, stem)
  return stem
}

/** The first words of a body, or four times as many characters where there are no spaces; what follows is background. */
export function leadOf(body: string, most: number): string {
  let end = 0
  let seen = 0
  for (const found of body.matchAll(/\S+/gu)) {
    seen += Math.max(1, Math.ceil(unspacedLetters(found[0]) / 4))
    if (seen > most) return body.slice(0, end === 0 ? most * 4 : end)
    end = found.index + found[0].length
  }
  return body
}

function unspacedLetters(word: string): number {
  return isUnspaced(word) || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? word.length : 0
}
