import { words } from '../words.ts'

/** A capital after a lower-case word or a comma, where no sentence begins; German, which capitalises every noun, is left out by callers. */
const NAME = /(?<=[\p{Ll},»”"]\s[«“"]?)\p{Lu}[\p{L}\p{M}'’-]+/gu

/** The folded words a text writes with a capital inside a sentence: mostly names. */
export function nameWords(text: string): Set<string> {
  const names = new Set<string>()
  for (const [name] of text.matchAll(NAME)) for (const word of words(name)) names.add(word)
  return names
}
