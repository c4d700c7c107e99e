import { backgroundLanguage } from './background-language.ts'
import {
  type EventMark,
  type EventMarks,
  eventMarks,
  type MarkedText,
  type MarkKind,
  namesOf,
  withSpelt,
} from './event-marks.ts'
import { speltNames } from './spelt-names.ts'
import { createUnionFind } from './union-find.ts'

/** A story of one language, as far as it is compared with stories of other languages. */
export interface StoryText {
  readonly key: string
  readonly language: string
  /** Headline and first sentences of its articles. */
  readonly texts: readonly MarkedText[]
  readonly firstAt: number
  readonly lastAt: number
}

/** How the marks that two stories share are weighed. */
export interface CrossLanguagePolicy {
  readonly weights: Readonly<Record<MarkKind, number>>
  /** What the marks of a kind may add at most. */
  readonly most: Readonly<Partial<Record<MarkKind, number>>>
  /** The sum from which on two stories tell one event. */
  readonly threshold: number
  /** The same where they share what happened too. */
  readonly sure: number
  /** So many different marks must be shared. */
  readonly leastShared: number
  /** A mark of more stories than this, in one language, is no name of an event. */
  readonly mostStories: number
  /** A place or an occurrence that this share of the stories of a language has weighs in full; a more frequent one less. */
  readonly rareShare: number
  /** Among fewer stories than this it cannot be told how frequent a mark is. */
  readonly fewStories: number
  readonly withinMs: number
}

export const CROSS_LANGUAGE_POLICY: CrossLanguagePolicy = {
  weights: {
    name: 1.5,
    plainName: 1.5,
    place: 1,
    occurrence: 1,
    figure: 1.5,
    smallFigure: 1,
    size: 1,
    largeNumber: 1.2,
    number: 0.6,
    han: 0.7,
  },
  most: { place: 1.5, occurrence: 2, largeNumber: 1.8, number: 0.6, han: 2.5 },
  threshold: 3,
  sure: 2.3,
  leastShared: 3,
  mostStories: 3,
  rareShare: 0.04,
  fewStories: 50,
  withinMs: 36 * 3_600_000,
}

/** What many stories have, so that no two are compared for it alone. */
const GENERAL: ReadonlySet<MarkKind> = new Set(['place', 'occurrence', 'number', 'smallFigure'])
/** These say what happened. */
const WHAT: readonly MarkKind[] = ['occurrence', 'figure', 'smallFigure', 'size']
/** These say who or where. */
const WHO: readonly MarkKind[] = ['name', 'place', 'han']

/**
 * Groups stories of different languages that tell one event, by what needs no translation (names in Latin script, figures,
 * numbers; between Chinese and Japanese, Han characters) and what a small dictionary translates: places and occurrences. Union-find
 * over pairs that share enough; returns for each story of a group the smallest key in it. Stories of one language are never
 * compared.
 */
export function eventGroups(
  stories: readonly StoryText[],
  policy: CrossLanguagePolicy = CROSS_LANGUAGE_POLICY,
): ReadonlyMap<string, string> {
  // Most readers follow feeds of one language, and need no text read for this.
  if (new Set(stories.map(({ language }) => language)).size < 2) return new Map()
  const ordered = [...stories].sort((a, b) => (a.key < b.key ? -1 : 1))
  const marks = weighedMarks(ordered, marksOf(ordered), policy)
  const sets = createUnionFind(ordered.length)
  for (const [a, b] of candidatePairs(ordered, marks, policy)) {
    if (isOneEvent(marks[a]!, marks[b]!, policy)) sets.unite(a, b)
  }
  const sizes = new Map<number, number>()
  for (let at = 0; at < ordered.length; at++) sizes.set(sets.find(at), (sizes.get(sets.find(at)) ?? 0) + 1)
  return new Map(
    ordered.flatMap(({ key }, at) =>
      sizes.get(sets.find(at))! > 1 ? [[key, ordered[sets.find(at)]!.key] as const] : [],
    ),
  )
}

function marksOf(stories: readonly StoryText[]): EventMarks[] {
  const tongues = stories.map(({ language }) => backgroundLanguage(language, () => 'other'))
  const marks = stories.map(({ texts }, at) => eventMarks(texts, tongues[at]!))
  const spelt = speltNames(new Set(marks.flatMap(namesOf)))
  return stories.map(({ texts }, at) => withSpelt(marks[at]!, texts, tongues[at]!, spelt))
}

/** A mark of a story with its rarity among the stories at hand: 1 when rare, 0 when it says nothing. */
interface Weighed extends EventMark {
  readonly rarity: number
}
type WeighedMarks = ReadonlyMap<string, Weighed>

/** Marks with their rarity; those that say nothing are left out. */
function weighedMarks(
  stories: readonly StoryText[],
  marks: readonly EventMarks[],
  policy: CrossLanguagePolicy,
): WeighedMarks[] {
  const rarityOf = raritiesIn(stories, marks, policy)
  return marks.map((own) => {
    const kept = new Map<string, Weighed>()
    for (const [mark, one] of own) {
      const rarity = rarityOf(mark, one.kind)
      if (rarity > 0) kept.set(mark, { ...one, rarity })
    }
    return kept
  })
}

/** How rare a mark is. One that no other language has says nothing, nor a name or number that many stories have. */
function raritiesIn(
  stories: readonly StoryText[],
  marks: readonly EventMarks[],
  { mostStories, rareShare, fewStories }: CrossLanguagePolicy,
): (mark: string, kind: MarkKind) => number {
  const counts = new Map<string, Map<string, number>>()
  const totals = new Map<string, number>()
  for (const [at, own] of marks.entries()) {
    const { language } = stories[at]!
    totals.set(language, (totals.get(language) ?? 0) + 1)
    for (const mark of own.keys()) {
      const byLanguage = counts.get(mark) ?? new Map<string, number>()
      counts.set(mark, byLanguage)
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + 1)
    }
  }
  return (mark, kind) => {
    const byLanguage = counts.get(mark)!
    if (byLanguage.size < 2) return 0
    if (kind !== 'place' && kind !== 'occurrence')
      return [...byLanguage.values()].every((count) => count <= mostStories) ? 1 : 0
    const shares = [...byLanguage].map(([language, count]) => count / (totals.get(language)! + fewStories))
    return Math.min(1, Math.log(Math.max(...shares)) / Math.log(rareShare))
  }
}

/** Pairs of stories of different languages and near times that share a mark that is no general one, each once. */
function candidatePairs(
  stories: readonly StoryText[],
  marks: readonly WeighedMarks[],
  { withinMs }: CrossLanguagePolicy,
): [number, number][] {
  const lists = new Map<string, number[]>()
  for (const [at, own] of marks.entries()) {
    for (const [mark, { kind }] of own) {
      if (GENERAL.has(kind)) continue
      const list = lists.get(mark)
      if (list === undefined) lists.set(mark, [at])
      else list.push(at)
    }
  }
  const isNear = (a: StoryText, b: StoryText) =>
    a.language !== b.language && a.firstAt - b.lastAt <= withinMs && b.firstAt - a.lastAt <= withinMs
  const pairs = new Map<number, [number, number]>()
  for (const list of lists.values())
    for (const a of list)
      for (const b of list) if (a < b && isNear(stories[a]!, stories[b]!)) pairs.set(a * marks.length + b, [a, b])
  return [...pairs.values()]
}

function isOneEvent(own: WeighedMarks, other: WeighedMarks, policy: CrossLanguagePolicy): boolean {
  const shared = sharedMarks(own, other)
  const sums = new Map<MarkKind, number>()
  for (const { kind, rarity } of shared.values()) sums.set(kind, (sums.get(kind) ?? 0) + rarity * policy.weights[kind])
  const sum = [...sums].reduce((all, [kind, one]) => all + Math.min(one, policy.most[kind] ?? one), 0)
  const saysWhat = WHAT.some((kind) => sums.has(kind))
  if (!saysWhat && !WHO.some((kind) => sums.has(kind))) return false
  if (sum >= policy.threshold && shared.size >= policy.leastShared) return true
  // Headlines that agree on a name and on what happened are enough.
  const inTitles = [own, other].every((marks) => [...shared.keys()].some((mark) => marks.get(mark)!.inTitle))
  return saysWhat && inTitles && sum >= policy.sure
}

/**
 * What both have. A number that is a shared figure is not counted again, nor is its size. A name may be an ordinary word in
 * one of two languages, not in both.
 */
function sharedMarks(own: WeighedMarks, other: WeighedMarks): WeighedMarks {
  const found = new Map<string, Weighed>()
  for (const [mark, one] of own) {
    const match = other.get(mark)
    if (match === undefined || (one.kind === 'plainName' && match.kind === 'plainName')) continue
    found.set(mark, one.kind === 'plainName' ? match : one)
  }
  for (const [mark, { kind }] of found) {
    if (kind !== 'figure' && kind !== 'smallFigure') continue
    const [, figure, value] = mark.split(' ')
    found.delete(`number ${value}`)
    for (const size of found.keys()) if (size.startsWith(`size ${figure} `)) found.delete(size)
  }
  return found
}
