import { type Entity, entities } from '../text/entities/entities.ts'
import { isPlace, placeGroups, placeNamed } from '../text/entities/places.ts'
import { isStopWord } from '../text/stop-words.ts'
import { foldText, words } from '../text/words.ts'
import type { LabelText } from './label.ts'
import { isGeneric, isLabelBoilerplate } from './label-boilerplate.ts'
import { englishClass } from './noun-phrases/english-words.ts'
import { isGermanFunctionWord } from './noun-phrases/german.ts'
import { isKnownWord } from './noun-phrases/known-words.ts'
import { isTitleCase } from './noun-phrases/tokens.ts'

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
function namesIn(text: string, language: string | null): Pick<Entity, 'kind' | 'text'>[] {
  if (isTitleCase(text)) return entities(text).filter(({ kind }) => kind === 'place')
  const partners = Array.from(text.matchAll(PARTNERS), ([written]) => ({
    kind: 'organisation' as const,
    text: written,
  }))
  const apart = text.replace(/(?<=\p{L})['’]s?\s(?=\S)/gu, ', ')
  const owners = apart === text ? [] : entities(apart)
  const parts = [...owners, ...entities(text)].flatMap(({ kind, text: written }) =>
    written.split(/['’]s?\s+/u).map((part) => ({ kind, text: bareName(part, language) })),
  )
  return [...partners, ...parts].filter((name) => !isInsideWord(name.text, text))
}

/** "Phone" of "iPhone". */
function isInsideWord(name: string, text: string): boolean {
  const at = text.indexOf(name)
  return at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && text.indexOf(name, at + 1) < 0
}

/** Offices before a person's name. */
const OFFICE =
  /^(?:(?:Treasury|Foreign|Defen[cs]e|Interior|Prime|Vice|Deputy|Former|Acting|House|Senate|State|Attorney|Chief)\s)*(?:Secretary(?:\sof\s\p{Lu}\p{L}+)?|Minister|President|Speaker|Governor|Senator|Mayor|Chairman|Chairwoman|Director|Chancellor|Team|PM|Commander|Captain|Coach)\s(?=\p{Lu})/u

function bareName(written: string, language: string | null): string {
  let name = written.replace(/^\S+-based\s+/u, '').replace(OFFICE, '')
  while (isNoPart(/^\S+(?=\s)/u.exec(name)?.[0], language) && !NEW_PLACES.test(name))
    name = name.replace(/^\S+\s+/u, '')
  while (isIdle(/(?<=\s)\S+$/u.exec(name)?.[0], language) && !/\sMay$/.test(name)) name = name.replace(/\s+\S+$/u, '')
  return name
}

/** True for a first word that only its place capitalises: "Accelerating PyTorch". */
function isNoPart(word: string | undefined, language: string | null): boolean {
  if (isIdle(word, language)) return true
  if (word === undefined || (language !== null && !language.startsWith('en'))) return false
  const kind = englishClass(foldText(word))
  return kind === 'participle' || kind === 'verb'
}

function isIdle(word: string | undefined, language: string | null): boolean {
  const folded = foldText(word ?? '')
  if (folded === '') return false
  if (language?.startsWith('de') && isGermanFunctionWord(folded)) return true
  return isStopWord(folded) || isStopWord(folded, language) || isLabelBoilerplate(folded)
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
  const said = ` ${texts.flatMap(({ title, opening }) => [...words(title), ...words(opening)]).join(' ')} `
  texts.forEach((text, at) => {
    const source = ` ${words(text.sourceName ?? '').join(' ')} `
    for (const entity of [...namesIn(text.title, text.language), ...namesIn(text.opening, text.language)]) {
      const form = placeOfPeople(entity.text, said)
      const key = words(form ?? '').join(' ')
      if (form === null || !isName(entity, key, text) || source.includes(` ${key} `)) continue
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
      if (line.includes(` ${key} `) && isWrittenAsName(title, one)) one.titles.add(at)
      if (one.titles.has(at) || body.includes(` ${key} `)) one.documents.add(at)
    }
  })
  return named
}

/** False where a headline has the words without a capital: "lead in clean energy". */
function isWrittenAsName(title: string, { forms }: Named): boolean {
  if (!/\p{Ll}/u.test(title) || [...forms.keys()].some((form) => title.includes(form))) return true
  return words(title).some((word) => PEOPLES.has(word))
}

/** The name of the place for its people, when the texts have it: a nationality alone is no name. Any other name as it is. */
function placeOfPeople(name: string, said: string): string | null {
  const [people, ...before] = foldText(name).split(' ').reverse()
  const place = PEOPLES.get(people!)
  if (place === undefined) return name
  const whole = [...before.reverse(), place].join(' ')
  return said.includes(` ${whole} `) ? capitalized(whole) : null
}

/** "Danish", "French": the gazetteer has peoples beside their places, but a nationality is no subject. */
const NATIONALITY =
  /(?:ish|ese|(?<!^(?:tehr|mil|bus|amm|durb|kaz|wuh|yunn|oklahom))an|french|dutch|greek|swiss|thai|czech|welsh|iraqi|israeli|pakistani|yemeni|saudi|kuwaiti|qatari|emirati|somali|nepali|bangladeshi)$/

function isName({ kind, text }: Pick<Entity, 'kind' | 'text'>, key: string, { language }: LabelText): boolean {
  if (kind === 'date' || key.length < 2 || /^[\d\s]*$/.test(key)) return false
  const parts = key.split(' ')
  if (parts.every((word) => isGeneric(word) || isIdle(word, language))) return false
  if (parts.length === 1 && (language ?? 'en').startsWith('en') && englishClass(key) === 'adjective') return false
  if (parts.length === 1 && placeNamed(key) !== null && placeNamed(key) !== key && NATIONALITY.test(key)) return false
  return !language?.startsWith('de') || kind === 'place' || isGermanName(text, parts)
}

/** German capitalises every noun, so a name must be of several words that are no ordinary ones, or look like an acronym. */
function isGermanName(text: string, parts: readonly string[]): boolean {
  if (parts.length === 1) return /^\p{Lu}{2,6}$/u.test(text)
  return parts.every((word) => !isKnownWord(word, 'de') && !isGermanFunctionWord(word))
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
    const whole = [...named].filter(
      ([other, { titles }]) => other.endsWith(` ${key}`) || (titles.size > 0 && other.startsWith(`${key} `)),
    )
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

/** The most frequent spelling; datelines are in capitals, names are not. */
function formOf(forms: ReadonlyMap<string, number>): string {
  const [first] = [...forms].sort(
    (a, b) => Number(isShouted(a[0])) - Number(isShouted(b[0])) || b[1] - a[1] || (a[0] < b[0] ? 1 : -1),
  )
  const form = first![0]
  if (isShouted(form) && isPlace(foldText(form))) return capitalized(form.toLowerCase())
  return foldText(form) === form ? capitalized(form) : form
}

const isShouted = (form: string): boolean => /\p{Lu}{6,}/u.test(form)

function capitalized(name: string): string {
  return name.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}
