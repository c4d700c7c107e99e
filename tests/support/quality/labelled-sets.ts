import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { epochZero } from '../../../src/core/dedup/epoch/epoch.ts'
import { printOf } from '../../../src/core/dedup/print/print.ts'
import { worldFrom } from '../../../src/core/demo/world-from.ts'
import { worldTruth } from '../../../src/core/demo/world-truth.ts'
import type { Print } from '../../../src/core/domain/print.ts'
import { datelineAgency } from '../../../src/core/text/agencies.ts'
import { keyHash } from '../../../src/core/text/key-hash.ts'
import { admitWorld } from '../admitted-world.ts'
import { type LabelledItem, type LabelledPair, type PairSide, readItems, readPairs, windowsOf } from './corpus.ts'
import {
  type LabelledArticle,
  type LabelledPairEvidence,
  type LabelledWindow,
  labelledWindow,
  pairOf,
} from './labelled-window.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A set of labelled stories, as windows of articles that are compared with each other. */
export interface StorySet {
  readonly name: string
  readonly windows: readonly LabelledWindow[]
}

/** A set of labelled pairs that have neither times nor sources. */
export interface PairSet {
  readonly name: string
  readonly pairs: readonly (Omit<LabelledPairEvidence, 'a' | 'b'> & { readonly same: boolean })[]
}

/** Everything weights are fitted to. */
export interface LabelledSets {
  readonly stories: readonly StorySet[]
  readonly pairs: readonly PairSet[]
  /** The demonstration world, whose stories must all come out right. */
  readonly demo: StorySet
}

/** Says of a story, or a pair, whether it belongs to the half that is used. */
export type Half = (name: string) => boolean

const STORY_SETS: readonly (readonly [name: string, corpus: string, set: string, hours: number | null])[] = [
  ['background', 'dedup-sparse', 'background', null],
  ['mixed', 'dedup-sparse', 'mixed', null],
  ['singles', 'dedup-sparse', 'singles', null],
  ['weekend', 'weekend', 'weekend', null],
  ['uci', 'dedup', 'uci', 24],
  ['allsides-dated 24 h', 'dedup', 'allsides-dated', 24],
  ['allsides-dated 168 h', 'dedup', 'allsides-dated', 168],
  ['ecbplus', 'dedup', 'ecbplus', null],
]
const PAIR_SETS = ['sts-headlines', 'zh-titles', 'tg-pairs']
/** Of bare headlines by the thousand the shortest day is enough. */
const MOST_OF_A_WINDOW = 1_000

/** Reads the open sets of the shared material, or the half of each. */
export function readLabelledSets(shared: string, isUsed: Half = () => true): LabelledSets {
  const stories = STORY_SETS.map(([name, corpus, set, hours]): StorySet => {
    const items = readItems(join(shared, 'corpora', corpus), set).filter(({ gold }) => isUsed(gold))
    const days = windowsOf(items, hours).filter((day) => day.length <= MOST_OF_A_WINDOW || name !== 'uci')
    return { name, windows: days.map((day) => labelledWindow(articlesOf(day))) }
  })
  const pairs = PAIR_SETS.map((name) =>
    pairSetOf(
      name,
      readPairs(join(shared, 'corpora', 'dedup'), name).filter(({ id }) => isUsed(id)),
    ),
  )
  return { stories, pairs, demo: demoSet() }
}

/** Labelled pairs with their evidence. */
export function pairSetOf(name: string, rows: readonly LabelledPair[]): PairSet {
  const pairs = rows.map((row) => ({ ...pairOf(...printsOfPair(row), epochZero()), same: row.same }))
  return { name, pairs }
}

/** The prints of a labelled pair. */
export function printsOfPair({ id, a, b, language }: LabelledPair): [Print, Print] {
  const print = (side: PairSide, at: string) => printOfItem({ ...NOTHING, ...side, id: `${id} ${at}`, language }, 0)
  return [print(a, 'a'), print(b, 'b')]
}

const NOTHING = { body: null, feed: null, url: null, sourceName: null, publishedAt: null, gold: '' }

/** The articles of labelled items, feeds numbered in the order they are met. */
export function articlesOf(items: readonly LabelledItem[]): LabelledArticle[] {
  const feeds = new Map<string, number>()
  return items.map((item) => {
    const feed = item.feed ?? item.sourceName
    if (feed !== null && !feeds.has(feed)) feeds.set(feed, feeds.size + 1)
    return { print: printOfItem(item, feed === null ? 0 : feeds.get(feed)!), gold: item.gold, feed }
  })
}

function printOfItem(item: LabelledItem, feed: number): Print {
  return printOf({
    key: keyHash(item.id),
    feed,
    guid: item.id,
    url: item.url,
    urlKey: null,
    sourceName: item.sourceName,
    publisher: item.body === null || feed === 0 ? null : datelineAgency(item.body),
    language: item.language,
    title: item.title,
    text: item.body,
    published: item.publishedAt,
    firstSeen: item.publishedAt ?? 0,
    contentHash: keyHash(item.title),
    wordCount: 0,
  })
}

function demoSet(): StorySet {
  const world = worldFrom(parse(readFileSync(new URL('../../../demo/world.yaml', import.meta.url), 'utf8')))
  const admitted = admitWorld(world, { afterMs: 0, everyMs: 2 * HOUR_MS, sources: world.sources })
  const keyOf = new Map(admitted.arrivals.map(({ entry, article }) => [entry, admitted.articles.get(article)!.key]))
  const goldOf = new Map<string, string>()
  for (const { id, entries } of worldTruth(world).stories)
    for (const entry of entries) if (keyOf.has(entry)) goldOf.set(keyOf.get(entry)!, id)
  const recent = admitted.prints.filter(({ published, seen }) => (published ?? seen) >= world.closesAt - 9 * DAY_MS)
  const articles = recent.map((print) => ({
    print,
    gold: goldOf.get(print.key) ?? print.key,
    feed: String(print.feed),
  }))
  return { name: 'demonstration', windows: [labelledWindow(articles)] }
}
