import { type DetectLanguage, languageOfScript } from '../text/detect-language.ts'

/** Codes feeds use for a language that are its three-letter code, or its country's. Sources: ISO 639-2, ISO 3166-1. */
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

/** The language alone, in two or three small letters: `en-US`, `EN_us` and `eng` are `en`. Null for what names none. */
export function plainLanguage(tag: string | null): string | null {
  const found = tag === null ? null : /^\s*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?\s*$/i.exec(tag)
  if (found === null) return null
  const code = found[1]!.toLowerCase()
  return code === 'und' || code === 'mul' || code === 'zxx' ? null : (meant[code] ?? code)
}

/** As much of an article as its language is read from. */
export const languageSample = (title: string, text: string | null): string => `${title}\n${text?.slice(0, 1000) ?? ''}`

/** The tab's language, the entry's or feed's, or what the text shows; null when nothing tells. */
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
