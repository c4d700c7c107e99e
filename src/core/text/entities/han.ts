import type { EntityKind } from './entity-kind.ts'

/**
 * Suffixes that show the kind of a Chinese or Japanese name; the name is cut behind the last grammatical character
 * before it.
 */
const RULES: readonly (readonly [EntityKind, RegExp])[] = [
  [
    'organisation',
    /[\p{sc=Han}\p{sc=Katakana}ー]{2,8}(?:公司|集团|集團|银行|銀行|大学|大學|委员会|委員會|委員会|法院|协会|協會|協会|部门|电力|電力|新聞社|研究所|党|黨)/gu,
  ],
  ['place', /[\p{sc=Han}]{1,3}(?:省|市|县|縣|県|州|区|區|町|村|半岛|半島)/gu],
  [
    'person',
    /[\p{sc=Han}\p{sc=Katakana}ー・]{2,6}(?=(?:氏|さん|首相|大統領|总统|總統|主席|总理|總理|議員|议员|選手|市長|市长))/gu,
  ],
  ['name', /[\p{sc=Katakana}ー・]{3,}/gu],
]
const GRAMMAR = /^.*[的了是在和与與及对對从從到为為以于於被把将將向由]/u

/** Names in a Chinese or Japanese text, by suffix or katakana. */
export function hanEntities(text: string): { readonly kind: EntityKind; readonly text: string }[] {
  return RULES.flatMap(([kind, pattern]) =>
    Array.from(text.matchAll(pattern), ([written]) => ({ kind, text: written.replace(GRAMMAR, '') })),
  ).filter(({ text: written }) => written.length >= 2)
}
