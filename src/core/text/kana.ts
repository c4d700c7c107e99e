/** Kana in rows of a, i, u, e, o. */
const ROWS = `
あいうえお a i u e o
かきくけこ ka ki ku ke ko
さしすせそ sa shi su se so
たちつてと ta chi tsu te to
なにぬねの na ni nu ne no
はひふへほ ha hi fu he ho
まみむめも ma mi mu me mo
らりるれろ ra ri ru re ro
がぎぐげご ga gi gu ge go
ざじずぜぞ za ji zu ze zo
だぢづでど da ji zu de do
ばびぶべぼ ba bi bu be bo
ぱぴぷぺぽ pa pi pu pe po
ぁぃぅぇぉ a i u e o
やゆよわを ya yu yo wa o
ん n
`
const SYLLABLES: ReadonlyMap<string, string> = new Map(
  ROWS.trim()
    .split('\n')
    .flatMap((row) => {
      const [kana, ...latin] = row.split(' ')
      return Array.from(kana!, (one, at) => [one, latin[at]!] as const)
    }),
)
const GLIDES: Readonly<Record<string, string>> = { ゃ: 'ya', ゅ: 'yu', ょ: 'yo' }

/** Kana in Latin letters as names are written abroad: without long vowels. Null where a sign is not kana. */
export function romanKana(kana: string): string | null {
  let out = ''
  let isDoubled = false
  for (const sign of kana) {
    const one = hiragana(sign)
    if (one === 'ー') continue
    if (one === 'っ') {
      isDoubled = true
      continue
    }
    const glide = GLIDES[one]
    const syllable = glide === undefined ? SYLLABLES.get(one) : undefined
    if (glide !== undefined) out = out.replace(/i$/, /(?:sh|ch|j)i$/.test(out) ? glide.slice(1) : glide)
    else if (syllable === undefined) return null
    else out += isDoubled ? syllable[0] + syllable : syllable
    isDoubled = false
  }
  return shortVowels(out)
}

/** Long vowels are written in many ways abroad, or not at all. */
export const shortVowels = (latin: string): string => latin.replace(/ou|oo/g, 'o').replace(/uu/g, 'u')

const hiragana = (sign: string): string =>
  sign >= 'ァ' && sign <= 'ヶ' ? String.fromCharCode(sign.charCodeAt(0) - 0x60) : sign
