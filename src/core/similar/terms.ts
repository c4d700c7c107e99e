import { characterClass, HAN, HANGUL, HIRAGANA, KATAKANA, LATIN } from '../text/character-classes.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { simplifiedHan } from '../text/simplified-han.ts'
import { porterStem } from '../text/stem/porter.ts'
import { isStopWord } from '../text/stop-words.ts'
import { bigrams, isUnspaced, words } from '../text/words.ts'

/** Inflected words are cut to their first letters, which serves news about as well as a stemmer. */
const CUT_LETTERS = 5
const CUT_LATIN_LETTERS = 6

/** What a text is about, as the terms vectors and IDF tables count: stems, cut words, pairs of Han characters, katakana words and canonical numbers. */
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
  if (isUnspaced(word)) eachRunTerm(word, language, (term) => out.push(term))
  else {
    const term = termOf(word, language)
    if (term !== null) out.push(term)
  }
}

/** The term of a folded word of a script with spaces; null when it says nothing. */
export function termOf(word: string, language: string | null): string | null {
  if (isUnspaced(word) || isStopWord(word, language) || ADDRESS.has(word)) return null
  const term = stemTerm(word, language)
  return term.length > 1 || isNumber(term) ? term : null
}

/** Parts of addresses, which a text in any language may hold. */
const ADDRESS: ReadonlySet<string> = new Set(['http', 'https', 'www', 'com', 'org', 'net', 'html', 'php'])

/**
 * Calls with each term of a run without spaces. Han characters give overlapping pairs, simplified unless the language is
 * Japanese; a run of katakana is one word, mostly a name; hiragana is grammar and gives none. Other scripts give pairs.
 */
export function eachRunTerm(run: string, language: string | null, visit: (term: string) => void): void {
  for (const [part] of run.matchAll(PARTS)) {
    const kind = characterClass(part, 0)
    if ((kind & HIRAGANA) !== 0) continue
    if ((kind & KATAKANA) !== 0 || part.startsWith('ー')) {
      if (part.length > 1) visit(part)
    } else if ((kind & HAN) !== 0) {
      const han = isJapanese(language) ? part : simplifiedHan(part)
      if (han.length > 1) for (const pair of bigrams(han)) visit(pair)
    } else for (const pair of bigrams(part)) visit(pair)
  }
}

/** Runs of one kind of character: Han, katakana, hiragana, all others. */
const PARTS =
  /[\p{sc=Han}々〆]+|[\p{sc=Katakana}ー]+|\p{sc=Hiragana}+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}々〆ー]+/gu

const isJapanese = (language: string | null): boolean => language?.startsWith('ja') ?? false

/** The term of one folded word. An empty stem ("s") falls back to the word. */
export function stemTerm(word: string, language: string | null): string {
  if (isNumber(word)) return word
  const kind = characterClass(word, 0)
  if ((kind & HANGUL) !== 0) return koreanStem(word)
  if ((kind & LATIN) === 0) return word.slice(0, CUT_LETTERS)
  if (language !== null && !language.toLowerCase().startsWith('en')) return word.slice(0, CUT_LATIN_LETTERS)
  return englishStem(word)
}

/** Particles behind Korean nouns, longer ones first. */
const KOREAN_PARTICLES = /(?<=..)(?:에서|으로|까지|부터|에게|[은는이가을를의에도로와과만])$/u

function koreanStem(word: string): string {
  return word.replace(KOREAN_PARTICLES, '')
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
