import { en } from './en.ts'

/** The words of the page: each language has all of them. */
export type Texts = typeof en

export type Language = 'en' | 'de' | 'zh-Hant' | 'zh-Hans' | 'ja'

export const LANGUAGES: readonly Language[] = ['en', 'de', 'zh-Hant', 'zh-Hans', 'ja']

/** Loads the words of a language; English comes with the first screen. */
export const loadTexts: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  'zh-Hant': async () => (await import('./zh-hant.ts')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.ts')).zhHans,
  ja: async () => (await import('./ja.ts')).ja,
}

/** The best language of the page for what a browser prefers, as `Accept-Language` or `navigator.languages` has it. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = languageOf(tag.toLowerCase())
    if (found !== null) return found
  }
  return 'en'
}

const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/

function languageOf(tag: string): Language | null {
  if (TRADITIONAL.test(tag)) return 'zh-Hant'
  const primary = tag.split('-')[0]
  if (primary === 'zh') return 'zh-Hans'
  return primary === 'en' || primary === 'de' || primary === 'ja' ? primary : null
}

/** The languages of an `Accept-Language` header, the most wanted first. */
export const acceptedLanguages = (header: string): readonly string[] =>
  header
    .split(',')
    .map((part, at) => {
      const [tag = '', ...options] = part.trim().split(';')
      const quality = Number(/^\s*q=([\d.]+)/.exec(options.join(';'))?.[1] ?? 1)
      return { tag: tag.trim(), quality, at }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at)
    .map(({ tag }) => tag)
