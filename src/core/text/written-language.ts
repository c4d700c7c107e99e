import type { Script } from '../domain/script.ts'
import { scriptOf } from './words.ts'

/** Languages of a script, most frequent first; alphabets that many languages use are left out. */
const LANGUAGES: Readonly<Partial<Record<Script, readonly string[]>>> = {
  zh: ['zh', 'ja'],
  ja: ['ja'],
  ko: ['ko'],
  cyrillic: ['ru', 'uk', 'bg', 'be', 'sr', 'mk', 'kk', 'ky', 'mn', 'tg'],
}

/** Languages that are never written in Latin letters, whatever the feed declares. */
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
 * The language for comparison, in two letters: the declared one, unless the script excludes it. Feeds carry the tag of
 * their template, and for a Chinese blog declared as `en` no stop word would be recognised. Null when unknown.
 */
export function writtenLanguage(tag: string | null, text: string): string | null {
  const language = tag?.slice(0, 2).toLowerCase() ?? null
  const script = scriptOf(text)
  if (script === 'latin') return language !== null && NEVER_LATIN.has(language) ? null : language
  const possible = LANGUAGES[script]
  if (possible === undefined || (language !== null && possible.includes(language))) return language
  return possible[0]!
}
