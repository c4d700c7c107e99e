import { isStopWord } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'

const CANDIDATES = ['de', 'fr', 'es', 'it', 'pt', 'nl'] as const
/** Fewer function words of another language could be chance. */
const LEAST = 3

/**
 * The language whose function words a text has. Feeds carry the tag of their template, mostly English, and by English rules
 * every noun of a German headline is a name.
 */
export function spokenLanguage(text: string, declared: string): string {
  if (declared !== 'en') return declared
  const found = words(text)
  const count = (language: string): number => found.filter((word) => isStopWord(word, language)).length
  const english = count('en')
  let [best, most] = [declared, Math.max(LEAST - 1, 2 * english)]
  for (const language of CANDIDATES) {
    const own = count(language)
    if (own > most) [best, most] = [language, own]
  }
  return best
}
