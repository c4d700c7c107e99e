import { admit, decide } from '../src/core/dedup/decide.ts'
import { type Epoch, epochZero, nextEpoch, withWindow } from '../src/core/dedup/epoch/epoch.ts'
import { titleMatch } from '../src/core/dedup/layer3-title.ts'
import { contentMatch } from '../src/core/dedup/layer4-content.ts'
import { eventMatch } from '../src/core/dedup/layer5-event.ts'
import { POLICY_NAMES, type PolicyName, policyOf } from '../src/core/dedup/policies.ts'
import { encodePrint } from '../src/core/dedup/print/encode-print.ts'
import { bytesOf } from '../src/core/dedup/print/encoded-prints.ts'
import { printOf } from '../src/core/dedup/print/print.ts'
import { createRecent, type Recent } from '../src/core/dedup/recent/recent.ts'
import { createPackedPrints } from '../src/core/dedup/stories/packed-prints.ts'
import { previousStories } from '../src/core/dedup/stories/previous-stories.ts'
import { byPublication, refineGraph } from '../src/core/dedup/stories/refine.ts'
import { createStoryGraph } from '../src/core/dedup/stories/story-graph.ts'
import type { Print } from '../src/core/domain/print.ts'
import { mix32 } from '../src/core/similar/hash.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { markdownTable, median } from './measure.ts'

/* Articles are made up: words by Zipf's law without the commonest, which a reader drops as stop words; a fifth as many
   stories as articles, each with words of its own and two days long; a window of 30 days; every tenth a copy. */

const DAY_MS = 86_400_000
const WINDOW_DAYS = 30
const WORDS = 30_000
const FIRST_RANK = 40
const SIZES = [1_000, 10_000, 100_000] as const
const LETTERS = 'eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbbvk'
/** So many, or as many as a few seconds allow: the first hundreds measure the engine, which has yet to compile. */
const NEWCOMERS = 1_500
const LEAST_NEWCOMERS = 100
const LONGEST_MS = 4_000
/** A window read from the store, in prints made from others; more at once would be memory the window is not charged for. */
const STORED = 1_000_000
const AT_ONCE = 5_000
const BRUTE_NEWCOMERS = 3

/** Prints what one more article costs, and what the window weighs, as it grows. */
export async function benchDedup(say: (line: string) => void): Promise<void> {
  const largest = Math.max(...SIZES)
  const inputs = madeUp(largest + NEWCOMERS)
  const prints = inputs.map((input) => printOf(input))
  const learnt = nextEpoch(epochZero(), prints.slice(0, 5_000))
  const headings = [
    'policy',
    'window',
    'ms per article',
    'brute force, ms',
    'times faster',
    'B per article',
    'rebuild, s',
  ]
  const rows: string[][] = []
  for (const name of POLICY_NAMES) {
    const own = name === 'layered' ? inputs.map((input) => printOf(input, { layered: true })) : prints
    for (const size of SIZES) rows.push(windowRow(name, size, own, learnt))
  }
  say(markdownTable(headings, rows))
  say('')
  say(
    markdownTable(
      ['stored prints', 'window filled, s', 'days within reach opened, s', 'ms per newcomer', 'B per article'],
      [storedRow(prints, learnt)],
    ),
  )
  say('')
  say(
    markdownTable(
      ['story window', 'weights, links and stories of all, s', 'a touch of 20 articles, ms'],
      storyRows(prints, learnt),
    ),
  )
}

function windowRow(name: PolicyName, size: number, prints: readonly Print[], epoch: Epoch): string[] {
  const policy = policyOf(name)
  const stored = prints.slice(0, size).map(encodePrint)
  const recent = createRecent(policy, { epoch })
  const started = performance.now()
  for (const bytes of stored) recent.addBytes(bytes)
  const rebuilt = performance.now() - started
  const newcomers = prints.slice(-NEWCOMERS)
  // Days are opened when first asked for, which the next table measures: here all are open.
  for (let day = 0; day <= WINDOW_DAYS; day++) decide({ ...newcomers[0]!, published: day * DAY_MS }, recent)
  const times: number[] = []
  for (let spent = 0; times.length < NEWCOMERS && (spent < LONGEST_MS || times.length < LEAST_NEWCOMERS); ) {
    const print = newcomers[times.length]!
    const took = timeOf(() => admit(print, decide(print, recent), recent))
    spent += took
    times.push(took)
  }
  const brute = bruteForce(newcomers.slice(0, BRUTE_NEWCOMERS), prints.slice(0, size), recent)
  const each = times.reduce((sum, time) => sum + time, 0) / times.length
  return [
    name,
    size.toLocaleString('en-GB'),
    each.toFixed(3),
    brute.toFixed(1),
    `${(brute / each).toFixed(0)}×`,
    (recent.bytes() / recent.size()).toFixed(0),
    (rebuilt / 1000).toFixed(2),
  ]
}

/** What a process that starts beside a full store waits for. */
function storedRow(prints: readonly Print[], epoch: Epoch): string[] {
  const recent = createRecent(policyOf('calibrated'), { epoch })
  let filled = 0
  for (let from = 0; from < STORED; from += AT_ONCE) {
    const stored = Array.from({ length: AT_ONCE }, (_, at) => encodePrint(likePrint(prints, from + at)))
    filled += timeOf(() => {
      for (const bytes of stored) recent.addBytes(bytes)
    })
  }
  const [first, ...others] = prints.slice(-NEWCOMERS).map((print) => ({ ...print, published: WINDOW_DAYS * DAY_MS }))
  const opened = timeOf(() => decide(first!, recent))
  const asked = timeOf(() => {
    for (const newcomer of others) decide(newcomer, recent)
  })
  return [
    STORED.toLocaleString('en-GB'),
    (filled / 1000).toFixed(2),
    (opened / 1000).toFixed(2),
    (asked / others.length).toFixed(3),
    (recent.bytes() / recent.size()).toFixed(0),
  ]
}

/** Another article of the same make: its own key and address, other runs of words, its words those of one there is. */
function likePrint(prints: readonly Print[], at: number): Print {
  const print = prints[at % prints.length]!
  const round = Math.floor(at / prints.length)
  const shingles = print.body!.shingles.map((run) => mix32(run ^ Math.imul(round, 0x9e3779b1))).sort()
  const [key, guid, urlKey] = [1, 2, 3].map((part) => hashOf(at, part)) as [string, string, string]
  return { ...print, key, guid, urlKey, body: { ...print.body!, shingles } }
}

function hashOf(at: number, part: number): string {
  return [0, 1, 2, 3]
    .map((word) =>
      mix32(16 * at + 4 * part + word)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
}

function bruteForce(newcomers: readonly Print[], window: readonly Print[], { rules }: Recent): number {
  const times = newcomers.map((newcomer) =>
    timeOf(() => {
      for (const standing of window) {
        titleMatch(newcomer, standing, rules)
        if (rules.policy.content?.measure === 'shingles') contentMatch(newcomer, standing, rules)
        eventMatch(newcomer, standing, rules)
      }
    }),
  )
  return median(times)
}

function storyRows(prints: readonly Print[], epoch: Epoch): string[][] {
  return SIZES.map((size) => {
    const inWeek = (print: Print) => ({ ...print, published: Math.floor(print.published! / 4) })
    const week = prints.slice(0, size).map(inWeek)
    let graph = createStoryGraph({ policy: policyOf('calibrated'), epoch })
    let previous = previousStories()
    const pile = createPackedPrints()
    for (const print of week) pile.add(bytesOf(print))
    const all = timeOf(() => {
      graph = createStoryGraph({ policy: policyOf('calibrated'), epoch: withWindow(epoch, week) }, pile)
      for (const place of byPublication(pile)) graph.addAt(place)
      const { memberships } = refineGraph(graph, graph.takeTouched())
      previous = previousStories(new Map(memberships.map(({ article, story }) => [article, story])))
    })
    const touches = [60, 40, 20].map((from) =>
      timeOf(() => {
        for (const print of prints.slice(-from).slice(0, 20)) graph.add(inWeek(print))
        refineGraph(graph, graph.takeTouched(), { previous })
      }),
    )
    return [size.toLocaleString('en-GB'), (all / 1000).toFixed(2), median(touches).toFixed(0)]
  })
}

function timeOf(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The same articles for the same size, on any machine. */
function madeUp(size: number) {
  let state = 12345
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  const zipf = (): number => Math.floor(FIRST_RANK * (WORDS / FIRST_RANK) ** random())
  const stories = Array.from({ length: Math.ceil(size / 5) }, () => ({
    at: random() * 28 * DAY_MS,
    words: Array.from({ length: 12 }, () => 50 + Math.floor(random() * WORDS * 4)),
  }))
  let before = ''
  return Array.from({ length: size }, (_, at) => {
    const story = stories[Math.floor(random() * stories.length)]!
    const word = (share: number) => wordOf(random() < share ? story.words[Math.floor(random() * 12)]! : zipf())
    const some = (count: number, share: number) => Array.from({ length: count }, () => word(share)).join(' ')
    const text = random() < 0.1 && before !== '' ? before : some(120, 0.15)
    before = text
    return {
      key: keyHash(`article ${at}`),
      feed: 1 + (at % 997),
      guid: `guid ${at}`,
      url: `https://paper${at % 997}.example/${at}`,
      urlKey: keyHash(`paper${at % 997}.example/${at}`),
      sourceName: `Paper ${at % 997}`,
      publisher: null,
      language: 'en',
      title: some(9, 0.4),
      text,
      published: Math.floor(story.at + random() * 2 * DAY_MS),
      firstSeen: at,
      contentHash: keyHash(text),
      wordCount: 120,
    }
  })
}

/** Words of three to nine letters, as often as English uses them. */
function wordOf(rank: number): string {
  let seed = mix32(rank + 1)
  let word = ''
  for (let left = 3 + (seed % 7); left > 0; left--) {
    seed = mix32(seed + left)
    word += LETTERS[seed % LETTERS.length]!
  }
  return word
}
