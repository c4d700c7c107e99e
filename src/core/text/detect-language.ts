/** Names the language of a text by its ISO 639-1 code, or null when it is not sure. */
export type DetectLanguage = (text: string) => string | null

/** Fewer letters than this do not tell the languages of one alphabet apart. */
const enoughLetters = 24

/** Scripts that only one of the world's news languages is written in. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Khmer}/gu, 'km'],
  [/\p{sc=Lao}/gu, 'lo'],
  [/\p{sc=Myanmar}/gu, 'my'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/\p{sc=Telugu}/gu, 'te'],
  [/\p{sc=Han}/gu, 'zh'],
]

/** The language a script gives away: kana is Japanese, Han without kana Chinese. Null for alphabets many share. */
export const languageOfScript: DetectLanguage = (text) => {
  const sample = text.slice(0, 400)
  if (/^[\u0000-\u024f\u2000-\u206f]*$/.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scripts) {
    const share = (sample.match(script)?.length ?? 0) / letters
    // A Japanese headline may have few kana, and a Chinese one a few Latin names.
    if (share > (language === 'ja' ? 0.1 : 0.3)) return language
  }
  return null
}

let loaded: Promise<DetectLanguage> | null = null

/** Loads the detector on first need: its tables take some 50 MB, and most feeds say their language. */
export function loadLanguageDetector(): Promise<DetectLanguage> {
  loaded ??= import('eld/extrasmall').then(({ eld }) => (text) => {
    const known = languageOfScript(text)
    if (known !== null) return known
    const sample = text.slice(0, 1000)
    if ((sample.match(/\p{L}/gu)?.length ?? 0) < enoughLetters) return null
    const found = eld.detect(sample)
    return found.language !== '' && found.isReliable() ? found.language : null
  })
  return loaded
}
