import type { DigestItem } from '../domain/digest.ts'
import { excerpt } from '../text/excerpt.ts'
import { isNumber } from '../text/numbers.ts'
import { isStopBigram, isStopWord } from '../text/stop-words.ts'
import { bigrams, isUnspaced, words } from '../text/words.ts'

/** True for a label with a name in it: not empty, not only function words or digits. */
export function saysSomething(label: string, language: string | null): boolean {
  return words(label).some((word) => {
    if (isUnspaced(word)) return bigrams(word).some((bigram) => !isStopBigram(bigram))
    return !isNumber(word) && !/^\p{N}/u.test(word) && !isStopWord(word, language) && !isStopWord(word)
  })
}

/** Replaces labels that are empty of meaning or already used by the lead's headline; better items keep theirs. */
export function mendLabels(
  items: readonly DigestItem[],
  characters: number,
): { readonly items: readonly DigestItem[]; readonly mended: number } {
  const taken = new Set<string>()
  let mended = 0
  const kept = items.map((item) => {
    const label = freeLabel(item, characters, taken)
    taken.add(folded(label))
    if (label === item.label) return item
    mended++
    return { ...item, label }
  })
  return { items: kept, mended }
}

function freeLabel({ label, lead }: DigestItem, characters: number, taken: ReadonlySet<string>): string {
  const { title, sourceName, language } = lead
  const names = [excerpt(label, characters), excerpt(title, characters), marked(title, sourceName, characters)]
  const free = names.find((name) => saysSomething(name, language) && !taken.has(folded(name)))
  if (free !== undefined) return free
  const base = title.trim() === '' ? sourceName : title
  for (let number = 1; ; number++) {
    const name = number === 1 ? excerpt(base, characters) : marked(base, String(number), characters)
    if (!taken.has(folded(name))) return name
  }
}

/** The text with a mark behind it, both cut to the length of a label. */
function marked(text: string, mark: string, characters: number): string {
  const behind = ` (${excerpt(mark, Math.floor(characters / 2))})`
  return `${excerpt(text, characters - behind.length)}${behind}`
}

const folded = (label: string): string => words(label).join(' ') || label
