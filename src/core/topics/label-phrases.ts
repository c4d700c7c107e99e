import { terms } from '../similar/terms.ts'
import { hanEntities } from '../text/entities/han.ts'
import { isHanPlace } from '../text/entities/han-places.ts'
import { type Segment, segmentsOf } from './han-segments.ts'
import type { LabelParts, LabelText } from './label.ts'
import { isLabelBoilerplate } from './label-boilerplate.ts'

/** A run of Chinese or Japanese words, with the articles it occurs in. */
interface Phrase {
  readonly text: string
  readonly titles: Set<number>
  readonly documents: Set<number>
  /** What stands before and behind it. */
  readonly lefts: Set<string>
  readonly rights: Set<string>
  times: number
  /** True when a word surely starts with it, or ends with it, somewhere. */
  starts: boolean
  ends: boolean
  /** True when it fills the space between two signs or particles of a headline. */
  isUnit: boolean
  /** True when it is a whole clause of a headline. */
  isClause: boolean
  /** Where it first occurs in a headline. */
  order: number
}

const MOST_TERMS = 8
const LONGEST_RUN = 8
const LONGEST_PHRASE = 10
const LONGEST_UNIT = 14
const LONGEST_CLAUSE = 16
/** A headline that is no longer, in characters, is its own best label. */
const SHORT_TITLE = 16
/** The first phrase of a headline is mostly its subject. */
const LATER = 0.75
/** With so many characters a label says enough. */
const ENOUGH = 6
const OPENING_LETTERS = 160
/** A part of a phrase is dropped when the whole phrase occurs at least this share as often. */
const SAME_AS_WHOLE = 0.7

/**
 * Entity and terms for scripts without spaces. Segmenters cut names they do not know into characters, so a phrase must
 * stand between signs or particles, begin and end with words of a dictionary, or recur among different neighbours.
 */
export function phraseLabel(
  texts: readonly LabelText[],
  script: 'zh' | 'ja',
  weightOf: (term: string) => number,
): Pick<LabelParts, 'entity' | 'terms' | 'shown'> {
  const all = [...countPhrases(texts, script).values()].filter(isSound)
  const first = Math.min(...all.map(({ order }) => order))
  const weigh = ({ text, documents, order }: Phrase): number => {
    const found = terms(text, script)
    const sum = found.reduce((total, term) => total + weightOf(term), 0)
    const place = texts.length === 1 && order > first ? LATER : 1
    return (sum / Math.sqrt(Math.max(1, found.length))) * documents.size * place
  }
  const ranked = all
    .map((phrase) => ({ phrase, weight: weigh(phrase) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.phrase.text < b.phrase.text ? -1 : 1))
    .map(({ phrase }) => phrase)
  const titled = ranked.filter(({ titles }) => titles.size > 0)
  const again = texts.length > 1 ? recurring(titled) : []
  const units = titled.filter(({ isUnit }) => isUnit)
  const clauses = texts.length === 1 ? titled.filter(({ isClause }) => isClause) : []
  const candidates = [...again, ...clauses, ...units.filter(({ titles }) => titles.has(0)), ...units, ...titled]
  const parts = compose(candidates, entityOf(titled, texts), texts.length)
  return texts.length === 1 && isPoor(parts) && texts[0]!.title.length <= SHORT_TITLE ? NOTHING : parts
}

const NOTHING = { entity: null, terms: [], shown: 0 }

/** True for a label that is put together from small parts. */
function isPoor({ entity, terms: found, shown }: Pick<LabelParts, 'entity' | 'terms' | 'shown'>): boolean {
  return entity === null && !found.slice(0, shown).some((term) => Array.from(term).length >= ENOUGH)
}

function compose(
  candidates: readonly Phrase[],
  entity: string | null,
  size: number,
): Pick<LabelParts, 'entity' | 'terms' | 'shown'> {
  const first = candidates[0]
  // 花蓮百年酒鋪 needs no 花蓮 in front, nor a place beside its own.
  const isSaid =
    size === 1 && entity !== null && first !== undefined && (first.text.includes(entity) || hasPlace(first.text))
  const named = isSaid ? null : entity
  const picked = pick(candidates, named)
  const shown = shownOf(picked, size)
  const main = picked.slice(0, shown)
  if (size === 1) main.sort((a, b) => a.order - b.order)
  return { entity: named, terms: [...main, ...picked.slice(shown)].map(({ text }) => text), shown }
}

function hasPlace(text: string): boolean {
  for (let from = 0; from < text.length; from++)
    for (const length of [2, 3, 4]) if (isHanPlace(text.slice(from, from + length))) return true
  return false
}

/** How many phrases it takes to say enough. */
function shownOf(picked: readonly Phrase[], size: number): number {
  const often = picked.filter(({ documents }) => documents.size > 1).length
  let shown = size > 1 ? Math.min(3, often) : 0
  const letters = (count: number): number => picked.slice(0, count).reduce((sum, { text }) => sum + text.length, 0)
  while (shown < Math.min(3, picked.length) && letters(shown) < ENOUGH) shown++
  return shown
}

function pick(ranked: readonly Phrase[], entity: string | null): Phrase[] {
  const picked: Phrase[] = []
  for (const phrase of ranked) {
    if (picked.length >= MOST_TERMS) break
    const others = picked.map(({ text }) => text)
    if (entity !== null) others.push(entity)
    if (!others.some((other) => overlaps(other, phrase.text))) picked.push(phrase)
  }
  return picked
}

/** True when one contains the other, or they share two adjacent characters. */
function overlaps(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return true
  const pairs = new Set(terms(a))
  return terms(b).some((pair) => pairs.has(pair))
}

/** 神奈川県 is a name, 四縣市 and 全市 are counts. */
function isNamedByEnding(text: string): boolean {
  if (text.length < 3 || /^[一二三四五六七八九十兩两各全本該该多數数]/u.test(text)) return false
  return hanEntities(text).some((entity) => entity.text === text && entity.kind !== 'name')
}

/** The phrase shared by most headlines that is a name by list, by ending, by katakana or by the title behind it. */
function entityOf(ranked: readonly Phrase[], texts: readonly LabelText[]): string | null {
  const named = texts.flatMap(({ title, opening }) => hanEntities(`${title}\n${opening}`))
  const people = named.filter(({ kind }) => kind === 'person').map(({ text }) => text)
  const isEntity = ({ text, documents }: Phrase): boolean => {
    if (documents.size < Math.max(Math.min(2, texts.length), texts.length / 2)) return false
    if (isHanPlace(text) || /^(?:[\p{sc=Katakana}ー・]{5,}|[A-Z][A-Za-z0-9]+)$/u.test(text)) return true
    if (isNamedByEnding(text)) return true
    return !/[團团會会局部院黨党署司社隊队]$/u.test(text) && people.some((person) => person.endsWith(text))
  }
  const found = ranked
    .filter(isEntity)
    .sort((a, b) => b.titles.size - a.titles.size || b.documents.size - a.documents.size)
  return found[0]?.text ?? null
}

function countPhrases(texts: readonly LabelText[], script: 'zh' | 'ja'): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>()
  texts.forEach(({ title, opening, sourceName }, at) => {
    for (const [text, inTitle] of [
      [title, true],
      [opening.slice(0, OPENING_LETTERS), false],
    ] as const) {
      const segments = segmentsOf(text, script)
      for (const run of runsOf(segments)) {
        if (sourceName?.includes(run.text)) continue
        note(phrases, run, { at, inTitle })
      }
    }
  })
  return phrases
}

/** A run of adjacent words, and what is around it. */
interface Run {
  readonly text: string
  readonly left: string
  readonly right: string
  readonly starts: boolean
  readonly ends: boolean
  readonly isUnit: boolean
  readonly isClause: boolean
  readonly order: number
}

function note(phrases: Map<string, Phrase>, run: Run, { at, inTitle }: { at: number; inTitle: boolean }): void {
  const { text } = run
  const phrase = phrases.get(text) ?? {
    ...{ text, titles: new Set(), documents: new Set(), lefts: new Set(), rights: new Set() },
    ...{ times: 0, starts: false, ends: false, isUnit: false, isClause: false, order: Number.POSITIVE_INFINITY },
  }
  phrases.set(text, phrase)
  phrase.documents.add(at)
  phrase.lefts.add(run.left)
  phrase.rights.add(run.right)
  phrase.times++
  phrase.starts ||= run.starts
  phrase.ends ||= run.ends
  if (!inTitle) return
  phrase.titles.add(at)
  phrase.isUnit ||= run.isUnit
  phrase.isClause ||= run.isClause
  phrase.order = Math.min(phrase.order, run.order)
}

/** True when the phrase is no part of a word as far as can be seen. */
function isSound({ starts, ends, lefts, rights }: Phrase): boolean {
  return (starts || lefts.size > 1) && (ends || rights.size > 1)
}

/** The runs of adjacent words that could be a name or a term, the stretches between particles, and whole clauses. */
function runsOf(segments: readonly Segment[]): Run[] {
  const runs: Run[] = []
  const add = (from: number, to: number, longest: number): void => {
    const text = segments
      .slice(from, to)
      .map((segment) => segment.text)
      .join('')
    if (!isPhrase(text, longest)) return
    const [before, behind] = [segments[from - 1], segments[to]]
    // What stands before a colon or inside quotation marks is seldom what the headline tells.
    const isAside = /^[：:｜|》]/u.test(behind?.text ?? '') || /[「『“‘]$/u.test(before?.text ?? '')
    runs.push({
      ...{ text, isUnit: longest >= LONGEST_UNIT, isClause: longest === LONGEST_CLAUSE && !isAside },
      order: isAside ? segments.length + from : from,
      left: before?.text ?? '',
      right: behind?.text ?? '',
      // Before a figure a single character is mostly a verb: 擬 of 擬23億.
      starts: isLong(segments[from]!) || isOutside(before),
      ends: isLong(segments[to - 1]!) || (isOutside(behind) && behind?.kind !== 'edge'),
    })
  }
  segments.forEach(({ kind }, from) => {
    const opens = isOutside(segments[from - 1])
    if (segments[from - 1]?.kind === 'sign' || from === 0) {
      const end = clauseEnd(segments, from)
      if (end > from) add(from, end, LONGEST_CLAUSE)
    }
    if (kind !== 'word') return
    for (
      let to = from + 1;
      to <= segments.length && to - from <= LONGEST_RUN && segments[to - 1]!.kind === 'word';
      to++
    )
      add(from, to, opens && isOutside(segments[to]) ? LONGEST_UNIT : LONGEST_PHRASE)
    if (opens) for (const to of linkedEnds(segments, from)) add(from, to, LONGEST_UNIT)
  })
  return runs
}

/** Where the clause ends that starts here; the start itself when it begins or ends with grammar, as parts of sentences do. */
function clauseEnd(segments: readonly Segment[], from: number): number {
  const sign = segments.findIndex(({ kind }, at) => at >= from && kind === 'sign')
  const to = sign < 0 ? segments.length : sign
  const isGrammar = (segment: Segment | undefined): boolean => segment?.kind === 'grammar' || segment?.kind === 'link'
  if (to === from || isGrammar(segments[from]) || isGrammar(segments[to - 1])) return from
  return segments.slice(from, to).some(({ kind }) => kind === 'word') ? to : from
}

/** The ends of 望遠鏡の新工場: stretches of words joined by の. */
function linkedEnds(segments: readonly Segment[], from: number): number[] {
  const ends: number[] = []
  let linked = false
  for (let at = from; at < segments.length; at++) {
    const { kind } = segments[at]!
    if (kind === 'link' && at > from && segments[at - 1]!.kind === 'word') linked = true
    else if (kind !== 'word') break
    if (linked && kind === 'word' && isOutside(segments[at + 1])) ends.push(at + 1)
  }
  return ends
}

const isLong = ({ text }: Segment): boolean => Array.from(text).length > 1
const isOutside = (segment: Segment | undefined): boolean => segment === undefined || segment.kind !== 'word'

function isPhrase(run: string, longest: number): boolean {
  const length = Array.from(run).length
  if (length < 2 || length > longest || isLabelBoilerplate(run)) return false
  if (length === 2 && /^[連连第]?[一二三四五六七八九十兩两]/u.test(run)) return false
  return !/^[\p{sc=Hiragana}\p{N}]+$/u.test(run)
}

/** The recurring phrases of the headlines, without parts of longer recurring ones. */
function recurring(titled: readonly Phrase[]): Phrase[] {
  const back = titled.filter(({ documents }) => documents.size > 1)
  const isPart = (phrase: Phrase): boolean =>
    back.some(
      (whole) =>
        whole.text.length > phrase.text.length &&
        whole.text.includes(phrase.text) &&
        whole.times >= SAME_AS_WHOLE * phrase.times,
    )
  return back.filter((phrase) => !isPart(phrase))
}
