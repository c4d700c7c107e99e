import { TITLE_POLICY } from '../../../src/core/similar/policies.ts'
import { type Clusterer, literalDbscan, refinedStories } from './clusterers.ts'
import { type LabelledItem, type LabelledPair, readItems, readPairs, setsOf, windowsOf } from './corpus.ts'
import { articlesOf } from './labelled-sets.ts'
import { clusterScores, scoresOf } from './measures.ts'
import { BODY_RULES, compareTitlesOf, literalJaccard, literalJaroWinkler, TITLE_RULES } from './pair-rules.ts'
import { scorePairValues } from './pair-values.ts'

/** One line of the report. `lost` is only for sets of all distinct articles: how many a rule would call duplicates. */
export type QualityRow = {
  readonly set: string
  readonly rule: string
  readonly window: string
  readonly p: number | null
  readonly r: number | null
  readonly f1: number | null
  readonly bcubed: number | null
  readonly vMeasure: number | null
  readonly lost: number | null
  readonly items: number
}

const HOUR_MS = 3_600_000
const CLUSTERERS: Readonly<Record<string, Clusterer>> = {
  stories: refinedStories,
  'literal DBSCAN(.4, 2)': literalDbscan,
}

/** Which rows are wanted: measuring all of them takes half a minute. */
export type WantsRow = (row: Pick<QualityRow, 'set' | 'rule' | 'window'>) => boolean

/** Runs the sets of a folder through the clusterers and the rules: all of them, unless told which are wanted. */
export function measureQuality(folder: string, wants: WantsRow = () => true): QualityRow[] {
  const { items, pairs } = setsOf(folder)
  return [
    ...items.flatMap((name) => itemRows(name, readItems(folder, name), wants)),
    ...pairs.flatMap((name) => pairRows(folder, name, wants)),
  ]
}

function itemRows(set: string, items: readonly LabelledItem[], wants: WantsRow): QualityRow[] {
  if (new Set(items.map(({ gold }) => gold)).size === items.length) return distinctRows(set, items, wants)
  const dated = items.every(({ publishedAt }) => publishedAt !== null)
  const windows = dated ? [24, 168] : [null]
  return windows.flatMap((hours) => {
    const window = hours === null ? 'all' : `${hours} h`
    return Object.entries(CLUSTERERS)
      .filter(([rule]) => wants({ set, rule, window }))
      .map(([rule, clusterer]) => clusterRow({ set, rule, window, items, hours, clusterer }))
  })
}

type ClusterRun = {
  readonly set: string
  readonly rule: string
  readonly window: string
  readonly items: readonly LabelledItem[]
  readonly hours: number | null
  readonly clusterer: Clusterer
}

/** Each window is clustered on its own and the scores are pooled, as the reference figures are. */
function clusterRow({ set, rule, window: name, items, hours, clusterer }: ClusterRun): QualityRow {
  const gold: string[] = []
  const found: string[] = []
  windowsOf(items, hours).forEach((window, at) => {
    const clusters = clusterer(window)
    for (const item of window) {
      gold.push(`${at}:${item.gold}`)
      found.push(`${at}:${clusters.get(item.id)}`)
    }
  })
  const { pairwise, bcubed, vMeasure } = clusterScores(gold, found)
  return { set, rule, window: name, ...pairwise, bcubed: bcubed.f1, vMeasure, lost: null, items: items.length }
}

/** Every article is its own, so each one a rule calls a duplicate of an earlier one is lost. */
function distinctRows(set: string, items: readonly LabelledItem[], wants: WantsRow): QualityRow[] {
  const prints = articlesOf(items).map(({ print }) => print)
  const rules: [string, number, (a: number, b: number) => boolean][] = [
    ['title same', TITLE_POLICY.sameHours, (a, b) => compareTitlesOf(prints[a]!, prints[b]!).relation === 'same'],
    ['literal Jaccard .85/.95', 72, (a, b) => literalJaccard(items[a]!.title, items[b]!.title)],
    ['literal Jaro-Winkler .85', 30 * 24, (a, b) => literalJaroWinkler(items[a]!.title, items[b]!.title)],
  ]
  const measured = rules.filter(([rule, hours]) => wants({ set, rule, window: `${hours} h` }))
  return measured.map(([rule, hours, same]) => {
    const lost = items.filter((item, at) =>
      items.some((other, before) => before < at && isWithin(item, other, hours) && same(at, before)),
    ).length
    return {
      set,
      rule,
      window: `${hours} h`,
      p: null,
      r: null,
      f1: null,
      bcubed: null,
      vMeasure: null,
      lost,
      items: items.length,
    }
  })
}

function isWithin(a: LabelledItem, b: LabelledItem, hours: number): boolean {
  if (a.publishedAt === null || b.publishedAt === null) return true
  return Math.abs(a.publishedAt - b.publishedAt) <= hours * HOUR_MS
}

function pairRows(folder: string, set: string, wants: WantsRow): QualityRow[] {
  const pairs = readPairs(folder, set)
  const hasBodies = pairs.some(({ a, b }) => a.body !== null && b.body !== null)
  const rules = hasBodies ? { ...TITLE_RULES, ...BODY_RULES } : TITLE_RULES
  const row = { set, window: 'pairs', bcubed: null, vMeasure: null, lost: null, items: pairs.length }
  const measured = Object.entries(rules).filter(([rule]) => wants({ ...row, rule }))
  return [
    ...(wants({ ...row, rule: 'pair value' }) ? valueRows(pairs, row) : []),
    ...measured.map(([rule, same]) => {
      const outcome = { hits: 0, falseAlarms: 0, misses: 0 }
      for (const pair of pairs) {
        const said = same(pair)
        if (said && pair.same) outcome.hits++
        else if (said) outcome.falseAlarms++
        else if (pair.same) outcome.misses++
      }
      const scores = scoresOf(outcome.hits, outcome.falseAlarms, outcome.misses)
      return { ...row, rule, ...scores }
    }),
  ]
}

function valueRows(
  pairs: readonly LabelledPair[],
  row: Omit<QualityRow, 'rule' | 'p' | 'r' | 'f1'>,
): readonly QualityRow[] {
  const { best, own } = scorePairValues(pairs)
  return [
    { ...row, rule: 'pair value', ...own },
    { ...row, rule: 'pair value, best threshold', p: null, r: null, f1: best },
  ]
}
