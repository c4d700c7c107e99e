import type { Script } from '../domain/script.ts'
import { scriptOf } from './words.ts'

/** Languages written in a script, the commonest first; alphabets that nearly every language may use are not here. */
const LANGUAGES: Readonly<Partial<Record<Script, readonly string[]>>> = {
  zh: ['zh', 'ja'],
  ja: ['ja'],
  ko: ['ko'],
  cyrillic: ['ru', 'uk', 'bg', 'be', 'sr', 'mk', 'kk', 'ky', 'mn', 'tg'],
}

/** Languages that a text in Latin letters is not written in, whatever its feed says. */
const NEVER_LATIN: ReadonlySet<string> = new Set([
  'zh',
  'ja',
  'ko',
  'ru',
  'uk',
  'bg',
  'be',
  'mk',
  'el',
  'he',
  'ar',
  'fa',
  'th',
  'hi',
  'kn',
])

/**
 * The language a text is compared in, in two letters: the tag's, unless the script shows that it cannot be. Feeds carry
 * the tag of their template, and a Chinese diary under `en` would have no ordinary words. Null when nothing tells.
 */
export function writtenLanguage(tag: string | null, text: string): string | null {
  const language = tag?.slice(0, 2).toLowerCase() ?? null
  const script = scriptOf(text)
  if (script === 'latin') return language !== null && NEVER_LATIN.has(language) ? null : language
  const possible = LANGUAGES[script]
  if (possible === undefined || (language !== null && possible.includes(language))) return language
  return possible[0]!
}
