import { excerpt } from '../text/excerpt.ts'
import { foldText } from '../text/words.ts'
import type { LabelParts } from './label.ts'

const LABEL_TERMS = 3
/** Labels are at most this long, in characters. */
const LONGEST_LABEL = 60

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
  const shown = Math.min(LABEL_TERMS, parts.shown)
  const more = terms.slice(shown).map((_, at) => composeLabel(parts, shown + at + 1))
  return [composeLabel(parts, shown), ...more, shortTitle(parts)]
}

/** "Norway: storm, ferries, coast": entity first, then terms; the first word is capitalised. */
export function composeLabel({ entity, terms, unspaced }: LabelParts, most: number): string {
  const [colon, comma] = unspaced ? ['：', '、'] : [': ', ', ']
  let label = entity === null || Array.from(entity).length > LONGEST_LABEL ? '' : entity
  terms.slice(0, most).forEach((term) => {
    const longer = label === '' ? capitalized(term) : `${label}${label === entity ? colon : comma}${term}`
    if (Array.from(longer).length <= LONGEST_LABEL) label = longer
  })
  return label
}

/** A letter whose capital is two letters stays as it is: "ß". */
function capitalized(term: string): string {
  const capital = term.slice(0, 1).toUpperCase()
  return capital.length === 1 ? capital + term.slice(1) : term
}

/** True when a label has letters: digits and signs name nothing. */
function isTelling(label: string): boolean {
  return /\p{L}/u.test(label)
}

function shortTitle({ title }: LabelParts, longest = LONGEST_LABEL): string {
  return excerpt(title, longest)
}

/** The last resort for topics with the same words: they are numbered. */
function numbered(parts: LabelParts, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count++) {
    const number = ` (${count})`
    const label = `${shortTitle(parts, LONGEST_LABEL - number.length)}${number}`
    if (!taken.has(foldText(label))) return label
  }
}
