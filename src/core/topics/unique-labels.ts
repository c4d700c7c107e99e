import { foldText } from '../text/words.ts'
import type { LabelParts } from './label.ts'

const LABEL_TERMS = 3
const LONGEST_TITLE = 60

/** One label for each topic, all different: a later topic gets more terms until its label differs. */
export function uniqueLabels(all: readonly LabelParts[]): string[] {
  const taken = new Set<string>()
  return all.map((parts) => {
    const label = candidates(parts).find((one) => isTelling(one) && !taken.has(foldText(one))) ?? numbered(parts, taken)
    taken.add(foldText(label))
    return label
  })
}

function candidates(parts: LabelParts): string[] {
  const { terms } = parts
  const more = terms.slice(LABEL_TERMS).map((_, at) => composeLabel(parts, LABEL_TERMS + at + 1))
  return [composeLabel(parts, LABEL_TERMS), ...more, shortTitle(parts)]
}

/** "Norway: storm, ferries, coast": entity first, then terms; the first word is capitalised. */
export function composeLabel({ entity, terms, unspaced }: LabelParts, most: number): string {
  const list = terms.slice(0, most).join(unspaced ? '、' : ', ')
  if (entity === null) return list.slice(0, 1).toUpperCase() + list.slice(1)
  if (list === '') return entity
  return unspaced ? `${entity}：${list}` : `${entity}: ${list}`
}

/** True when a label has letters: digits and signs name nothing. */
function isTelling(label: string): boolean {
  return /\p{L}/u.test(label)
}

function shortTitle({ title, unspaced }: LabelParts): string {
  const letters = Array.from(title)
  if (letters.length <= LONGEST_TITLE) return title
  const cut = letters.slice(0, LONGEST_TITLE).join('')
  return `${unspaced ? cut : cut.replace(/\s+\S*$/u, '')}…`
}

/** The last resort for topics with the same words: they are numbered. */
function numbered(parts: LabelParts, taken: ReadonlySet<string>): string {
  const base = shortTitle(parts)
  let count = 2
  while (taken.has(foldText(`${base} (${count})`))) count++
  return `${base} (${count})`
}
