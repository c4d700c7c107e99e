import { terms } from '../similar/terms.ts'
import { hanEntities } from '../text/entities/han.ts'
import { isHanPlace } from '../text/entities/han-places.ts'
import { isStopBigram } from '../text/stop-words.ts'
import type { LabelParts, LabelText } from './label.ts'
import { isLabelBoilerplate } from './label-boilerplate.ts'

/** A run of Chinese or Japanese words, with the articles it occurs in. */
interface Phrase {
  readonly text: string
  readonly titles: Set<number>
  readonly documents: Set<number>
  times: number
}

const MOST_TERMS = 8
const LONGEST_RUN = 8
const LONGEST_PHRASE = 10
const OPENING_LETTERS = 160
/** A part of a phrase is dropped when the whole phrase occurs at least this share as often. */
const SAME_AS_WHOLE = 0.7

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Entity and terms for scripts without spaces. Words are segmented by ICU, here for naming only, never for decisions.
 * Names that ICU does not know fall apart into characters, so runs of words that recur together are joined again.
 */
export function phraseLabel(
  texts: readonly LabelText[],
  script: 'zh' | 'ja',
  weightOf: (term: string) => number,
): Pick<LabelParts, 'entity' | 'terms'> {
  const phrases = wholePhrases(countPhrases(texts, script), texts.length)
  const weigh = ({ text, documents }: Phrase): number => {
    const found = terms(text, script)
    const sum = found.reduce((total, term) => total + weightOf(term), 0)
    return (sum / Math.sqrt(Math.max(1, found.length))) * documents.size
  }
  const ranked = phrases
    .map((phrase) => ({ phrase, weight: weigh(phrase) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.phrase.text < b.phrase.text ? -1 : 1))
    .map(({ phrase }) => phrase)
  const entity = entityOf(ranked, texts)
  return { entity, terms: pick(ranked, entity) }
}

function pick(ranked: readonly Phrase[], entity: string | null): string[] {
  const picked: string[] = []
  for (const { text } of ranked) {
    if (picked.length >= MOST_TERMS) break
    const others = entity === null ? picked : [entity, ...picked]
    if (!others.some((other) => overlaps(other, text))) picked.push(text)
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
      for (const run of runsOf(text, script)) {
        if (sourceName?.includes(run)) continue
        const phrase = phrases.get(run) ?? { text: run, titles: new Set(), documents: new Set(), times: 0 }
        phrases.set(run, phrase)
        phrase.documents.add(at)
        if (inTitle) phrase.titles.add(at)
        phrase.times++
      }
    }
  })
  return phrases
}

/** Runs of adjacent words that could be a name or a term. */
function runsOf(text: string, script: 'zh' | 'ja'): string[] {
  const segmenter = segmenters.get(script) ?? new Intl.Segmenter(script, { granularity: 'word' })
  segmenters.set(script, segmenter)
  const runs: string[] = []
  let open: string[] = []
  // ICU slows down on long strings, so it gets one clause at a time.
  for (const clause of text.split(/(?<=[\s。、，；：！？!?,;:「」『』（）()【】《》〈〉｜|])/u)) {
    open = []
    let counts = false
    for (const { segment, isWordLike } of segmenter.segment(clause)) {
      const isFigure = /^[\p{N}.,]+$/u.test(segment)
      // A counter after a number is not a name: of 12萬片晶圓 only 晶圓 (wafers) is left.
      const isCounted: boolean = counts && segment.length === 1
      counts = isFigure || isCounted
      if (!isWordLike || isFigure || isCounted || isStopBigram(segment) || isLabelBoilerplate(segment)) {
        open = []
        continue
      }
      open = [...open.slice(1 - LONGEST_RUN), segment]
      for (let from = 0; from < open.length; from++) {
        const run = open.slice(from).join('')
        if (isPhrase(run)) runs.push(run)
      }
    }
  }
  return runs
}

function isPhrase(run: string): boolean {
  const length = Array.from(run).length
  if (length < 2 || length > LONGEST_PHRASE || isLabelBoilerplate(run)) return false
  if (length === 2 && /^[連连第]?[一二三四五六七八九十兩两]/u.test(run)) return false
  // The last pattern is a stem cut off before the ending of a verb: 買い戻 of 買い戻し.
  return !/^[\p{sc=Hiragana}\p{N}]+$|.\p{sc=Hiragana}\p{sc=Han}+$/u.test(run)
}

/** The recurring phrases of the headlines, without parts of longer recurring ones. */
function wholePhrases(phrases: ReadonlyMap<string, Phrase>, size: number): Phrase[] {
  const isBack = ({ documents, times }: Phrase): boolean => (size > 1 ? documents.size > 1 : times > 1)
  const named = [...phrases.values()].filter(({ titles }) => titles.size > 0)
  const back = named.filter(isBack)
  const isPart = (phrase: Phrase): boolean =>
    back.some(
      (whole) =>
        whole.text.length > phrase.text.length &&
        whole.text.includes(phrase.text) &&
        whole.times >= SAME_AS_WHOLE * phrase.times,
    )
  const whole = back.filter((phrase) => !isPart(phrase))
  // When few phrases recur, single words of the headlines are used.
  const words = named.filter((phrase) => !isBack(phrase) && !isPart(phrase) && isShortest(phrase, named))
  return whole.length >= MOST_TERMS ? whole : [...whole, ...words]
}

/** True when no other run of the headlines is a part of it: it is a single word. */
function isShortest({ text }: Phrase, all: readonly Phrase[]): boolean {
  return !all.some((other) => other.text !== text && text.includes(other.text))
}
