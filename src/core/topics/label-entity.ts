import { type Entity, entities } from '../text/entities/entities.ts'
import { placeGroups } from '../text/entities/places.ts'
import { isStopWord } from '../text/stop-words.ts'
import { foldText, words } from '../text/words.ts'
import type { LabelText } from './label.ts'
import { isLabelBoilerplate } from './label-boilerplate.ts'

interface Named {
  readonly kind: Entity['kind']
  readonly forms: Map<string, number>
  readonly documents: Set<number>
  readonly titles: Set<number>
}

/**
 * Peoples under the name of their place, "Norwegian" under "norway"; only where the two look alike, for Oslo is not
 * Norway.
 */
const PEOPLES: ReadonlyMap<string, string> = new Map(
  placeGroups().flatMap(([name, ...others]) =>
    others
      .filter((other) => other.slice(0, 2) === name!.slice(0, 2))
      .flatMap((other) => [[other, name!] as const, [`${other}s`, name!] as const]),
  ),
)

/** "Marks & Spencer" is one name; runs of capitals would give two. */
const PARTNERS = /\p{Lu}\p{L}+ & \p{Lu}\p{L}+/gu

/** Place names that begin with a word that is otherwise ignored. */
const NEW_PLACES =
  /^new (?:york|zealand|jersey|delhi|orleans|mexico|hampshire|england|caledonia|guinea|haven|south)\b/iu

/** The names in a text, split at possessives and without the words around them. */
function namesIn(text: string): Pick<Entity, 'kind' | 'text'>[] {
  const partners = Array.from(text.matchAll(PARTNERS), ([written]) => ({
    kind: 'organisation' as const,
    text: written,
  }))
  const apart = text.replace(/(?<=\p{L})['’]s?\s(?=\S)/gu, ', ')
  const owners = apart === text ? [] : entities(apart)
  const parts = [...owners, ...entities(text)].flatMap(({ kind, text: written }) =>
    written.split(/['’]s?\s+/u).map((part) => ({ kind, text: bareName(part) })),
  )
  return [...partners, ...parts]
}

/** Offices before a person's name. */
const OFFICE =
  /^(?:(?:Treasury|Foreign|Defen[cs]e|Interior|Prime|Vice|Deputy|Former|Acting|House|Senate|State|Attorney|Chief)\s)*(?:Secretary(?:\sof\s\p{Lu}\p{L}+)?|Minister|President|Speaker|Governor|Senator|Mayor|Chairman|Chairwoman|Director|Chancellor|Team)\s(?=\p{Lu})/u

function bareName(written: string): string {
  let name = written.replace(/^\S+-based\s+/u, '').replace(OFFICE, '')
  while (isIdle(/^\S+(?=\s)/u.exec(name)?.[0]) && !NEW_PLACES.test(name)) name = name.replace(/^\S+\s+/u, '')
  while (isIdle(/(?<=\s)\S+$/u.exec(name)?.[0])) name = name.replace(/\s+\S+$/u, '')
  return name
}

function isIdle(word: string | undefined): boolean {
  const folded = foldText(word ?? '')
  return folded !== '' && (isStopWord(folded) || isLabelBoilerplate(folded))
}

/** Words for a place and its people, which need not be repeated after its name. */
export function relatedWords(entity: string): string[] {
  const key = foldText(entity)
  return [...words(entity), ...[...PEOPLES].filter(([, name]) => name === key).map(([people]) => people)]
}

/** The name that most articles of a topic share and at least one headline has; null when there is none. */
export function labelEntity(texts: readonly LabelText[]): string | null {
  const named = countNames(texts)
  foldSurnames(named)
  const most = Math.max(Math.min(2, texts.length), texts.length / 2)
  const shared = [...named].filter(([, { documents, titles }]) => titles.size > 0 && documents.size >= most)
  shared.sort(
    ([a, x], [b, y]) =>
      2 * y.titles.size + y.documents.size - (2 * x.titles.size + x.documents.size) ||
      rankOf(x.kind) - rankOf(y.kind) ||
      b.length - a.length ||
      (a < b ? -1 : 1),
  )
  return shared[0] === undefined ? null : formOf(shared[0][1].forms)
}

function countNames(texts: readonly LabelText[]): Map<string, Named> {
  const named = new Map<string, Named>()
  texts.forEach((text, at) => {
    const source = ` ${words(text.sourceName ?? '').join(' ')} `
    for (const entity of [...namesIn(text.title), ...namesIn(text.opening)]) {
      const people = PEOPLES.get(foldText(entity.text))
      const form = people === undefined ? entity.text : capitalized(people)
      const key = words(form).join(' ')
      if (!isName(entity, key, text) || source.includes(` ${key} `)) continue
      const one = named.get(key) ?? { kind: entity.kind, forms: new Map(), documents: new Set(), titles: new Set() }
      named.set(key, one)
      one.documents.add(at)
      one.forms.set(form, (one.forms.get(form) ?? 0) + 1)
    }
  })
  // At the start of a sentence, or in a headline in capitals, names cannot be recognised; names found elsewhere are
  // looked up there.
  texts.forEach(({ title, opening }, at) => {
    const body = ` ${words(opening).join(' ')} `
    const line = ` ${words(title)
      .map((word) => PEOPLES.get(word) ?? word)
      .join(' ')} `
    for (const [key, one] of named) {
      if (line.includes(` ${key} `)) one.titles.add(at)
      if (one.titles.has(at) || body.includes(` ${key} `)) one.documents.add(at)
    }
  })
  return named
}

/** German capitalises every noun, so a single word must be a known place or look like a company. */
function isName({ kind }: Pick<Entity, 'kind'>, key: string, { language }: LabelText): boolean {
  if (kind === 'date' || key.length < 2 || /^[\d\s]*$/.test(key)) return false
  if (key.split(' ').every((word) => isLabelBoilerplate(word))) return false
  return !(language?.startsWith('de') && kind === 'name')
}

/** Merges "Bright" into "Ada Bright" where both occur, and "Speaker Ada Bright" too. */
function foldSurnames(named: Map<string, Named>): void {
  for (const [key, one] of [...named]) {
    const whole = [...named.keys()].find((other) => other.includes(' ') && key.endsWith(` ${other}`))
    if (whole === undefined) continue
    for (const at of one.documents) named.get(whole)!.documents.add(at)
    named.delete(key)
  }
  for (const [key, one] of [...named]) {
    if (key.includes(' ')) continue
    const whole = [...named].filter(([other]) => other.endsWith(` ${key}`))
    whole.sort(([a, x], [b, y]) => y.documents.size - x.documents.size || (a < b ? -1 : 1))
    if (whole[0] === undefined || one.kind === 'place') continue
    for (const at of one.documents) whole[0][1].documents.add(at)
    for (const at of one.titles) whole[0][1].titles.add(at)
    named.delete(key)
  }
}

function rankOf(kind: Entity['kind']): number {
  return ['person', 'organisation', 'place', 'name'].indexOf(kind)
}

function formOf(forms: ReadonlyMap<string, number>): string {
  const [first] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))
  const form = first![0]
  return foldText(form) === form ? capitalized(form) : form
}

function capitalized(word: string): string {
  return word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}
