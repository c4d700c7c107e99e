import { romanKana, shortVowels } from '../text/kana.ts'
import { isPinyin, pinyinOf } from '../text/pinyin.ts'
import { simplifiedHan } from '../text/simplified-han.ts'
import { fnv1a32 } from './hash.ts'
import { commonTerms } from './word-frequencies.ts'

/** Names in Latin letters that may stand in Chinese or Japanese texts in their own script, by how they sound. */
export interface SpeltNames {
  readonly pinyin: ReadonlySet<string>
  /** By the name without long vowels. */
  readonly romaji: ReadonlyMap<string, string>
}

/** Shorter names sound like too many other words. */
const SHORTEST = 6

/** The names of a list, folded, that can be looked for by their sound. */
export function speltNames(names: Iterable<string>): SpeltNames {
  const long = [...names].filter((name) => name.length >= SHORTEST)
  return {
    pinyin: new Set(long.filter(isPinyin)),
    romaji: new Map(long.map((name) => [shortVowels(name), name])),
  }
}

/** Those of the names that a Chinese or Japanese text writes in its own script: 翔洋 for Xiangyang, つきかげ for Tsukikage. */
export function speltIn(text: string, language: string, names: SpeltNames): Set<string> {
  if (language === 'zh') return new Set(names.pinyin.size === 0 ? [] : pinyinIn(simplifiedHan(text), names))
  if (language === 'ja') return new Set(names.romaji.size === 0 ? [] : romajiIn(text, names))
  return new Set()
}

/** So many characters a name has at most. */
const MOST_HAN = 4
const MOST_KANA = 10

function* pinyinIn(text: string, { pinyin }: SpeltNames): Generator<string> {
  const common = commonTerms('zh')
  for (const [run] of text.matchAll(/\p{sc=Han}{2,}/gu)) {
    for (let from = 0; from < run.length - 1; from++) {
      let name = pinyinOf(run[from]!)
      for (let at = from + 1; at < Math.min(run.length, from + MOST_HAN); at++) {
        const syllable = pinyinOf(run[at]!)
        // An ordinary word that happens to sound like the name is no name.
        if (name === undefined || syllable === undefined || common.has(fnv1a32(run.slice(at - 1, at + 1)))) break
        name += syllable
        if (pinyin.has(name)) yield name
      }
    }
  }
}

function* romajiIn(text: string, { romaji }: SpeltNames): Generator<string> {
  for (const [run] of text.matchAll(/[\p{sc=Hiragana}ー]{3,}|[\p{sc=Katakana}ー]{3,}/gu)) {
    for (let from = 0; from < run.length - 2; from++) {
      for (let to = from + 3; to <= Math.min(run.length, from + MOST_KANA); to++) {
        const name = romaji.get(romanKana(run.slice(from, to)) ?? '')
        if (name !== undefined) yield name
      }
    }
  }
}
