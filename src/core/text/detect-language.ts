/** Detects the language of a text as ISO 639-1 code; null when it is not certain. */
export type DetectLanguage = (text: string) => string | null

/** With fewer letters the languages of one alphabet cannot be told apart. */
const enoughLetters = 24

/** Scripts that only one of the major news languages uses. */
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

/**
 * Detects the language by script: kana is Japanese, Han without kana Chinese. Null for alphabets that many languages
 * share.
 */
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

/** Loads the detector on first use: its tables take some 50 MB, and most feeds declare their language. */
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
