import { isPlace } from '../../text/entities/places.ts'
import { englishClass } from './english-words.ts'
import { isKnownWord } from './known-words.ts'
import type { Evidence, PhraseWord } from './noun-phrases.ts'

/**
 * A phrase as it is written in the text, but for capitals that its place in the sentence gave it, and without a
 * possessive ending.
 */
export function writePhrase(phrase: readonly PhraseWord[], text: string, language: string, evidence: Evidence): string {
  const shouted = !/\p{Ll}/u.test(text)
  let written = ''
  phrase.forEach((word, at) => {
    const before = phrase[at - 1]
    if (before !== undefined) written += text.slice(before.end, word.start)
    if (shouted) written += evidence.upper.get(word.folded) ?? quiet(word)
    else if (isTitleOfWork(word, phrase, text)) written += word.text
    else written += isCapitalOfPlace(word, phrase, language, evidence) ? word.text.toLowerCase() : word.text
  })
  return written.replace(/['’]s$/iu, '')
}

/** "Salt Line" in quotation marks: the title of a work. */
function isTitleOfWork(word: PhraseWord, phrase: readonly PhraseWord[], text: string): boolean {
  return /["“„«‘]$/u.test(text.slice(0, word.start)) && phrase.some((other) => other !== word && other.isName)
}

/** A word of a headline that is all capitals. */
function quiet({ text, folded }: PhraseWord): string {
  const small = text.toLowerCase()
  return isPlace(folded) ? small.slice(0, 1).toUpperCase() + small.slice(1) : small
}

/** True when the word has its capital from its place: at the start of a sentence, or in a headline in capitals. */
function isCapitalOfPlace(
  word: PhraseWord,
  phrase: readonly PhraseWord[],
  language: string,
  evidence: Evidence,
): boolean {
  if (!word.capital || word.isName || /^\p{Lu}{2,}/u.test(word.text)) return false
  if (language === 'de') return word.role === 'before'
  if (evidence.upper.has(word.folded) || isPlace(word.folded)) return false
  if (evidence.lower.has(word.folded)) return true
  // "Ada Bright": beside a name, a capital is a name's too.
  if (!word.opens || language !== 'en' || phrase.some((other) => other !== word && other.isName)) return false
  if (englishClass(word.folded) !== 'noun') return true
  return word.folded.endsWith('s') && isKnownWord(word.folded, language)
}
