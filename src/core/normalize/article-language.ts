import { type DetectLanguage, languageOfScript } from '../text/detect-language.ts'

/**
 * Codes that feeds use in place of the two-letter code: three-letter codes, country codes, withdrawn codes and the written
 * forms of Norwegian. Sources: ISO 639-1, ISO 639-2, ISO 3166-1.
 */
const meant: Readonly<Record<string, string>> = {
  eng: 'en',
  fra: 'fr',
  fre: 'fr',
  deu: 'de',
  ger: 'de',
  spa: 'es',
  ita: 'it',
  por: 'pt',
  rus: 'ru',
  ukr: 'uk',
  jpn: 'ja',
  zho: 'zh',
  chi: 'zh',
  kor: 'ko',
  ara: 'ar',
  nld: 'nl',
  dut: 'nl',
  pol: 'pl',
  tur: 'tr',
  swe: 'sv',
  dan: 'da',
  nor: 'no',
  fin: 'fi',
  ces: 'cs',
  cze: 'cs',
  ell: 'el',
  gre: 'el',
  heb: 'he',
  hin: 'hi',
  tha: 'th',
  vie: 'vi',
  ind: 'id',
  hun: 'hu',
  ron: 'ro',
  rum: 'ro',
  iw: 'he',
  in: 'id',
  cmn: 'zh',
  jp: 'ja',
  cn: 'zh',
  tw: 'zh',
  hk: 'zh',
  kr: 'ko',
  ua: 'uk',
  gr: 'el',
  cz: 'cs',
  dk: 'da',
  nb: 'no',
  nn: 'no',
  us: 'en',
  gb: 'en',
  at: 'de',
}

/**
 * The primary language subtag in two or three lower-case letters: `en-US`, `EN_us` and `eng` give `en`. Null when it is
 * not a language.
 */
export function plainLanguage(tag: string | null): string | null {
  const found = tag === null ? null : /^\s*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?\s*$/i.exec(tag)
  if (found === null) return null
  const code = found[1]!.toLowerCase()
  return code === 'und' || code === 'mul' || code === 'zxx' ? null : (meant[code] ?? code)
}

/** The part of an article that language detection reads. */
export const languageSample = (title: string, text: string | null): string => `${title}\n${text?.slice(0, 1000) ?? ''}`

/** The tab's language, else the entry's or feed's, else the detected one; null when unknown. */
export function articleLanguage(
  said: readonly (string | null)[],
  text: () => string,
  detect: DetectLanguage | null,
): string | null {
  for (const tag of said) {
    const language = plainLanguage(tag)
    if (language !== null) return language
  }
  return (detect ?? languageOfScript)(text())
}
