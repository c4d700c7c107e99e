import { PINYIN } from './pinyin-data.ts'

let readings: ReadonlyMap<string, string> | null = null

/** The reading of each simplified character in Mandarin, without tones. */
export function pinyinOf(character: string): string | undefined {
  readings ??= new Map(syllables().flatMap(([syllable, all]) => Array.from(all, (one) => [one, syllable] as const)))
  return readings.get(character)
}

const syllables = (): (readonly [syllable: string, characters: string])[] =>
  PINYIN.trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string])

let spelling: RegExp | null = null
/** Interjections, which are part of no name. */
const NO_SYLLABLES: ReadonlySet<string> = new Set(['m', 'n', 'o'])

/** True for a folded word that is two or more syllables of Mandarin: Xiangyang, Ruochuan. */
export function isPinyin(word: string): boolean {
  spelling ??= new RegExp(`^(?:${spelt().join('|')}){2,}$`)
  return spelling.test(word)
}

const spelt = (): string[] =>
  syllables()
    .map(([syllable]) => syllable)
    .filter((syllable) => !NO_SYLLABLES.has(syllable))
