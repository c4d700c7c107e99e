import type { Script } from '../domain/script.ts'

/** Where the language is not known, the script stands for the language it is most often used for. */
const BY_SCRIPT: Readonly<Record<Script, string>> = {
  latin: 'en',
  cyrillic: 'ru',
  zh: 'zh',
  ja: 'ja',
  ko: 'ko',
  other: 'en',
}

/** The language an article is counted and weighed with: two letters. */
export function backgroundLanguage(language: string | null, script: () => Script): string {
  return language?.slice(0, 2).toLowerCase() ?? BY_SCRIPT[script()]
}
