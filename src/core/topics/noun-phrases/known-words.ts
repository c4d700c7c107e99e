import { fnv1a32 } from '../../similar/hash.ts'
import { stemTerm } from '../../similar/terms.ts'
import { commonTerms } from '../../similar/word-frequencies.ts'

/** True for a folded word that is on the list of common words of its language: hardly a rare name. */
export function isKnownWord(word: string, language: string): boolean {
  return commonTerms(language).has(fnv1a32(stemTerm(word, language)))
}
