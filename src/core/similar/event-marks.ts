import { EAST_ASIAN } from '../text/east-asian.ts'
import { placeOf, worldPlacesIn } from '../text/entities/foreign-places.ts'
import { figuresIn, roundedFigure } from '../text/figures.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { isRoundup } from '../text/roundup.ts'
import { simplifiedHan } from '../text/simplified-han.ts'
import { words } from '../text/words.ts'
import { occurrencesIn } from './event-words.ts'
import { fnv1a32 } from './hash.ts'
import { type SpeltNames, speltIn } from './spelt-names.ts'
import { termOf } from './terms.ts'
import { commonTerms } from './word-frequencies.ts'

/**
 * What stories of different languages can share. A `plainName` is a name that is an ordinary word of its language too ("Arenas",
 * "Apple"); a `size` is that of a figure that another newsroom may round.
 */
export type MarkKind =
  | 'name'
  | 'plainName'
  | 'place'
  | 'occurrence'
  | 'figure'
  | 'smallFigure'
  | 'size'
  | 'largeNumber'
  | 'number'
  | 'han'

/** A mark of a story, and whether it stands in a headline, which says what an article is about. */
export interface EventMark {
  readonly kind: MarkKind
  readonly inTitle: boolean
}

/** Marks by what is shared. A name is one mark whether it is plain or not. */
export type EventMarks = ReadonlyMap<string, EventMark>

/** The headline and the first sentences of an article. */
export interface MarkedText {
  readonly title: string
  readonly text: string | null
}

const NAME = /\p{Lu}[\p{Ll}\p{Lu}'’-]{3,}/gu
/** Within a sentence only a name has a capital, except in German. */
const NAME_WITHIN = /(?<=\p{Ll},? )\p{Lu}\p{Ll}{3,}/gu
/** Written with a capital everywhere, and the name of no event: units, services, agencies. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `celsius fahrenheit euro euros dollar dollars facebook twitter instagram youtube whatsapp telegram google newsletter podcast
  reuters bloomberg xinhua agence associated press`.split(/\s+/),
)
const YEAR = /^(?:19|20)\d\d$/
/** Only so much of a text is read: what an event is stands in front. */
const READ = 600

/** The marks of the texts of a story, in a language of two letters. */
export function eventMarks(texts: readonly MarkedText[], language: string): Map<string, EventMark> {
  const marks = new Map<string, EventMark>()
  eachPart(texts, (part, inTitle) => {
    for (const [mark, kind] of marksIn(part, language, inTitle)) addMark(marks, mark, { kind, inTitle })
  })
  return marks
}

/** The same with the names of other stories that stand in these texts in another script. */
export function withSpelt(
  marks: Map<string, EventMark>,
  texts: readonly MarkedText[],
  language: string,
  names: SpeltNames,
): EventMarks {
  eachPart(texts, (part, inTitle) => {
    for (const name of speltIn(part, language, names)) addMark(marks, `name ${name}`, { kind: 'name', inTitle })
  })
  return marks
}

function eachPart(texts: readonly MarkedText[], visit: (part: string, inTitle: boolean) => void): void {
  for (const { title, text } of texts) {
    if (isRoundup(title)) continue
    if (text !== null && text !== '') visit(text.slice(0, READ), false)
    visit(title, true)
  }
}

function addMark(marks: Map<string, EventMark>, mark: string, { kind, inTitle }: EventMark): void {
  const known = marks.get(mark)
  marks.set(mark, { kind: known?.kind ?? kind, inTitle: inTitle || known?.inTitle === true })
}

/** The names of marks, folded. */
export function namesOf(marks: EventMarks): string[] {
  return [...marks].flatMap(([mark, { kind }]) => (kind === 'name' ? [mark.slice('name '.length)] : []))
}

function* marksIn(
  part: string,
  language: string,
  inTitle: boolean,
): Generator<readonly [mark: string, kind: MarkKind]> {
  yield* namesIn(part, language, language !== 'de' && !(inTitle && isTitleCase(part)))
  const all = words(part)
  for (const place of worldPlacesIn(part, language, all)) yield [`place ${place}`, 'place']
  for (const occurrence of occurrencesIn(part, language, all)) yield [`occurrence ${occurrence}`, 'occurrence']
  yield* figureMarks(part, language, inTitle)
  for (const number of numbersIn(part, language, all))
    yield [`number ${number}`, digitsOf(number) > 2 && isTelling(number) ? 'largeNumber' : 'number']
  if (inTitle && (language === 'zh' || language === 'ja'))
    for (const pair of hanPairs(part, language)) yield [`han ${pair}`, 'han']
}

/** Half of the longer words begin with a capital. */
function isTitleCase(title: string): boolean {
  const long = title.match(/\p{L}{4,}/gu) ?? []
  return long.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > long.length
}

function* namesIn(text: string, language: string, hasPlain: boolean): Generator<readonly [string, MarkKind]> {
  const common = commonTerms(language)
  const within = new Set(hasPlain ? Array.from(text.matchAll(NAME_WITHIN), ({ index }) => index) : [])
  for (const { 0: name, index } of text.matchAll(NAME)) {
    for (const word of words(name)) {
      const term = /^\p{sc=Latin}{4,}$/u.test(word) ? termOf(word, language) : null
      if (term === null || NO_NAMES.has(word) || placeOf(word, language) !== null) continue
      if (!common.has(fnv1a32(term))) yield [`name ${word}`, 'name']
      else if (within.has(index)) yield [`name ${word}`, 'plainName']
    }
  }
}

function* figureMarks(part: string, language: string, inTitle: boolean): Generator<readonly [string, MarkKind]> {
  for (const { kind, value } of inTitle ? figuresIn(part, null, language) : figuresIn('', part, language)) {
    yield [`figure ${kind} ${value}`, isTelling(value) ? 'figure' : 'smallFigure']
    const size = roundedFigure(value)
    if (size !== null) yield [`size ${kind} ${size}`, 'size']
  }
}

const digitsOf = (number: string): number => number.replace('.', '').length

/** Any two events may have one to ten dead, or a hundred; 14, 140 and 6.1 are less likely to come twice. */
const isTelling = (number: string): boolean => digitsOf(number) > 1 && !/^[1-9]0+$/.test(number)

/** In scripts without spaces a number may stand inside of a word. */
function numbersIn(text: string, language: string, all: readonly string[]): string[] {
  const inside = EAST_ASIAN.test(text)
    ? [...text.normalize('NFKC').matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([one]) => one.replace(/,/g, ''))
    : []
  return [...canonicalNumbers(all, language).filter(isNumber), ...inside].filter(
    (one) => one.length > 1 && !YEAR.test(one),
  )
}

function hanPairs(title: string, language: string): string[] {
  const common = commonTerms(language)
  const runs = simplifiedHan(title).match(/\p{sc=Han}{2,}/gu) ?? []
  return runs.flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)).filter(
      (pair) => !common.has(fnv1a32(pair)),
    ),
  )
}
