import { figuresIn } from '../text/figures.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { isRoundup } from '../text/roundup.ts'
import { simplifiedHan } from '../text/simplified-han.ts'
import { foldText, words } from '../text/words.ts'
import { backgroundLanguage } from './background-language.ts'
import { fnv1a32 } from './hash.ts'
import { termOf } from './terms.ts'
import { placesIn } from './title-places.ts'
import { createUnionFind } from './union-find.ts'
import { commonTerms } from './word-frequencies.ts'

/** A story of one language, as far as it is compared with stories of other languages. */
export interface StoryText {
  readonly key: string
  readonly language: string
  /** Headline and first sentences of its articles. */
  readonly texts: readonly { readonly title: string; readonly text: string | null }[]
  readonly firstAt: number
  readonly lastAt: number
}

/** How the marks that two stories share are weighed. */
export interface CrossLanguagePolicy {
  readonly name: number
  readonly place: number
  readonly figure: number
  readonly largeNumber: number
  readonly number: number
  readonly han: number
  /** What shared pairs of Han characters may add at most. */
  readonly mostHan: number
  /** The sum from which on two stories tell one event. */
  readonly threshold: number
  /** So many different marks must be shared. */
  readonly leastShared: number
  /** A mark of more stories than this, in one language, says nothing. */
  readonly mostStories: number
  readonly withinMs: number
}

export const CROSS_LANGUAGE_POLICY: CrossLanguagePolicy = {
  name: 1.5,
  place: 1,
  figure: 1.5,
  largeNumber: 1.2,
  number: 0.6,
  han: 0.7,
  mostHan: 2.5,
  threshold: 3,
  leastShared: 3,
  mostStories: 3,
  withinMs: 36 * 3_600_000,
}

/**
 * Groups stories of different languages that tell one event, by what needs no translation: names in Latin script, figures,
 * numbers, places and, between Chinese and Japanese, Han characters. Union-find over pairs that share enough; returns for
 * each story of a group the smallest key in it. Stories of one language are never compared.
 */
export function eventGroups(
  stories: readonly StoryText[],
  policy: CrossLanguagePolicy = CROSS_LANGUAGE_POLICY,
): ReadonlyMap<string, string> {
  // Most readers follow feeds of one language, and need no text read for this.
  if (new Set(stories.map(({ language }) => language)).size < 2) return new Map()
  const ordered = [...stories].sort((a, b) => (a.key < b.key ? -1 : 1))
  const marks = ordered.map((story) => marksOf(story, policy))
  const telling = tellingMarks(ordered, marks, policy)
  const sets = createUnionFind(ordered.length)
  for (const [a, b] of candidatePairs(telling)) {
    if (isOneEvent(ordered[a]!, ordered[b]!, telling[a]!, telling[b]!, policy)) sets.unite(a, b)
  }
  const sizes = new Map<number, number>()
  for (let at = 0; at < ordered.length; at++) sizes.set(sets.find(at), (sizes.get(sets.find(at)) ?? 0) + 1)
  return new Map(
    ordered.flatMap(({ key }, at) =>
      sizes.get(sets.find(at))! > 1 ? [[key, ordered[sets.find(at)]!.key] as const] : [],
    ),
  )
}

type Marks = ReadonlyMap<string, number>

const NAME = /\p{Lu}[\p{Ll}\p{Lu}'’-]{3,}/gu
const YEAR = /^(?:19|20)\d\d$/
/** Only so much of a text is read: what an event is stands in front. */
const READ = 600

function marksOf({ texts, language }: StoryText, policy: CrossLanguagePolicy): Marks {
  const marks = new Map<string, number>()
  const tongue = backgroundLanguage(language, () => 'other')
  for (const { title, text } of texts) {
    if (isRoundup(title)) continue
    const all = `${title}\n${(text ?? '').slice(0, READ)}`
    for (const name of namesIn(all, tongue)) marks.set(`name ${name}`, policy.name)
    for (const place of placesIn(all)) marks.set(`place ${place}`, policy.place)
    for (const { kind, value } of figuresIn(title, text, language)) marks.set(`${kind} ${value}`, policy.figure)
    for (const number of numbersIn(all, language))
      marks.set(`number ${number}`, number.replace('.', '').length > 2 ? policy.largeNumber : policy.number)
    if (tongue === 'zh' || tongue === 'ja')
      for (const pair of hanPairs(title, tongue)) marks.set(`han ${pair}`, policy.han)
  }
  return marks
}

function namesIn(text: string, language: string): Set<string> {
  const common = commonTerms(language)
  const names = new Set<string>()
  for (const [name] of text.matchAll(NAME)) {
    for (const word of words(name)) {
      const term = word.length > 3 && /^\p{sc=Latin}+$/u.test(word) ? termOf(word, language) : null
      if (term !== null && !common.has(fnv1a32(term))) names.add(foldText(word))
    }
  }
  return names
}

function numbersIn(text: string, language: string): string[] {
  const found = canonicalNumbers(words(text), language).filter(isNumber)
  const inRuns = [...text.normalize('NFKC').matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([one]) => one.replace(/,/g, ''))
  return [...found, ...inRuns].filter((one) => one.length > 1 && !YEAR.test(one))
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

/** Leaves out marks that too many stories of a language have, and those that no other language has. */
function tellingMarks(
  stories: readonly StoryText[],
  marks: readonly Marks[],
  { mostStories }: CrossLanguagePolicy,
): Marks[] {
  const counts = new Map<string, Map<string, number>>()
  for (const [at, own] of marks.entries()) {
    for (const mark of own.keys()) {
      const byLanguage = counts.get(mark) ?? new Map<string, number>()
      counts.set(mark, byLanguage)
      const { language } = stories[at]!
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + 1)
    }
  }
  const tells = (mark: string): boolean => {
    const byLanguage = counts.get(mark)!
    return byLanguage.size > 1 && [...byLanguage.values()].every((count) => count <= mostStories)
  }
  return marks.map((own) => new Map([...own].filter(([mark]) => tells(mark))))
}

/** Pairs of stories that share a mark, each once. */
function candidatePairs(marks: readonly Marks[]): [number, number][] {
  const lists = new Map<string, number[]>()
  for (const [at, own] of marks.entries()) {
    for (const mark of own.keys()) {
      const list = lists.get(mark)
      if (list === undefined) lists.set(mark, [at])
      else list.push(at)
    }
  }
  const pairs = new Map<number, [number, number]>()
  for (const list of lists.values())
    for (const a of list) for (const b of list) if (a < b) pairs.set(a * marks.length + b, [a, b])
  return [...pairs.values()]
}

function isOneEvent(a: StoryText, b: StoryText, own: Marks, other: Marks, policy: CrossLanguagePolicy): boolean {
  if (a.language === b.language) return false
  if (a.firstAt - b.lastAt > policy.withinMs || b.firstAt - a.lastAt > policy.withinMs) return false
  let [sum, shared, han] = [0, 0, 0]
  for (const [mark, weight] of own) {
    if (!other.has(mark)) continue
    shared++
    if (mark.startsWith('han ')) han += weight
    else sum += weight
  }
  return shared >= policy.leastShared && sum + Math.min(han, policy.mostHan) >= policy.threshold
}
