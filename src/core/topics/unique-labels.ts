import { foldText } from '../text/words.ts'
import type { LabelDraft } from './label.ts'

const LABEL_TERMS = 3
const LONGEST_TITLE = 60

/** One label for each draft, no two alike: a later topic takes on more terms until it differs. */
export function uniqueLabels(drafts: readonly LabelDraft[]): string[] {
  const taken = new Set<string>()
  return drafts.map((draft) => {
    const label = candidates(draft).find((one) => isTelling(one) && !taken.has(foldText(one))) ?? numbered(draft, taken)
    taken.add(foldText(label))
    return label
  })
}

function candidates(draft: LabelDraft): string[] {
  const { terms } = draft
  const more = terms.slice(LABEL_TERMS).map((_, at) => composeLabel(draft, LABEL_TERMS + at + 1))
  return [composeLabel(draft, LABEL_TERMS), ...more, shortTitle(draft)]
}

/** "Norway: storm, ferries, coast": entity first, then terms; a first word opens with a capital. */
export function composeLabel({ entity, terms, unspaced }: LabelDraft, most: number): string {
  const list = terms.slice(0, most).join(unspaced ? '、' : ', ')
  if (entity === null) return list.slice(0, 1).toUpperCase() + list.slice(1)
  if (list === '') return entity
  return unspaced ? `${entity}：${list}` : `${entity}: ${list}`
}

/** Digits and signs name nothing. */
function isTelling(label: string): boolean {
  return /\p{L}/u.test(label)
}

function shortTitle({ title, unspaced }: LabelDraft): string {
  const letters = Array.from(title)
  if (letters.length <= LONGEST_TITLE) return title
  const cut = letters.slice(0, LONGEST_TITLE).join('')
  return `${unspaced ? cut : cut.replace(/\s+\S*$/u, '')}…`
}

/** The last resort for articles that say the same words: they are counted. */
function numbered(draft: LabelDraft, taken: ReadonlySet<string>): string {
  const base = shortTitle(draft)
  let count = 2
  while (taken.has(foldText(`${base} (${count})`))) count++
  return `${base} (${count})`
}
