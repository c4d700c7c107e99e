import { createTermCounter } from '../src/core/dedup/print/term-counter.ts'
import { createWordList } from '../src/core/dedup/print/word-list.ts'
import { createPostings } from '../src/core/dedup/recent/postings.ts'
import { createSortedPostings } from '../src/core/dedup/recent/sorted-postings.ts'
import { fnv1a32, mix32 } from '../src/core/similar/hash.ts'
import { createTermNumbers } from '../src/core/similar/term-numbers.ts'
import { createTermTable } from '../src/core/similar/term-table.ts'
import { termOf } from '../src/core/similar/terms.ts'
import { words } from '../src/core/text/words.ts'
import { markdownTable, median } from './measure.ts'

/* Every hand-written hash table of the program beside a Map that does the same work: articles of 110 distinct terms from a
   vocabulary of 120,000, by Zipf's law, hashed to 32 bits. */

const VOCABULARY = 120_000
const ARTICLES = 20_000
const TERMS = 110
const ROUNDS = 5

interface Row {
  readonly name: string
  readonly own: () => number
  readonly map: () => number
}

/** Prints, for each hash table, what it costs and what a Map in its place would. */
export async function benchHashTables(say: (line: string) => void): Promise<void> {
  const articles = madeUp()
  const rows = tablesOver(articles).map(({ name, own, map }) => {
    const rounds = Array.from({ length: ROUNDS }, () => [timeOf(own), timeOf(map)] as const)
    const [ours, theirs] = [median(rounds.map(([one]) => one)), median(rounds.map(([, other]) => other))]
    return [name, ours.toFixed(0), theirs.toFixed(0), (theirs / ours).toFixed(1)]
  })
  say(markdownTable(['table', 'ms', 'with a Map, ms', 'times'], rows))
  say('')
  say(markdownTable(['kept for long', 'B per row', 'with a Map, B'], memoryRows(articles)))
}

function tablesOver(articles: readonly Uint32Array[]): Row[] {
  return [
    termTable(articles),
    sharedTerms(articles),
    termCounter(articles),
    termNumbers(articles),
    wordCache(articles),
    postings(articles),
    sortedPostings(articles),
  ]
}

/** The IDF of every term of every article. */
function termTable(articles: readonly Uint32Array[]): Row {
  const values = Array.from({ length: VOCABULARY }, (_, rank) => [mix32(rank + 1), rank / 7] as const)
  const [table, map] = [createTermTable(9, values.length), new Map(values)]
  for (const [id, value] of values) table.set(id, value)
  const sumOf = (idf: (id: number) => number) => () => {
    let sum = 0
    for (const ids of articles) for (let at = 0; at < ids.length; at++) sum += idf(ids[at]!)
    return sum
  }
  return { name: 'term-table: IDF of a term', own: sumOf(table.valueOf), map: sumOf((id) => map.get(id) ?? 9) }
}

/** One article's terms looked up in those of another, as when pairs are compared. */
function sharedTerms(articles: readonly Uint32Array[]): Row {
  const lookup = createTermNumbers(2048)
  const compared = 10
  const eachPair = (begin: (ids: Uint32Array) => void, find: (id: number) => number) => () => {
    let found = 0
    for (let one = 0; one + compared < articles.length; one += compared) {
      begin(articles[one]!)
      for (let other = 1; other <= compared; other++)
        for (const id of articles[one + other]!) if (find(id) >= 0) found++
    }
    return found
  }
  const map = new Map<number, number>()
  const fill = (ids: Uint32Array) => {
    map.clear()
    for (let at = 0; at < ids.length; at++) map.set(ids[at]!, at)
  }
  return {
    name: 'term-numbers: terms two articles share',
    own: eachPair((ids) => {
      lookup.clear()
      for (const id of ids) lookup.numberOf(id)
    }, lookup.find),
    map: eachPair(fill, (id) => map.get(id) ?? -1),
  }
}

/** The terms of a print counted and put in order. */
function termCounter(articles: readonly Uint32Array[]): Row {
  const counter = createTermCounter()
  const own = () => {
    let size = 0
    for (const ids of articles) {
      for (const id of ids) counter.add(id | 0, 1)
      size += counter.done(ids.length).ids.length
    }
    return size
  }
  const map = () => {
    let size = 0
    for (const ids of articles) {
      const counts = new Map<number, number>()
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
      const sorted = Uint32Array.from(counts.keys()).sort()
      size += Uint8Array.from(sorted, (id) => counts.get(id)!).length
    }
    return size
  }
  return { name: 'term-numbers: terms of a print', own, map }
}

/** Document frequencies of a window. */
function termNumbers(articles: readonly Uint32Array[]): Row {
  const own = () => {
    const numbers = createTermNumbers()
    const counts = new Uint32Array(VOCABULARY)
    for (const ids of articles) for (const id of ids) counts[numbers.numberOf(id)]!++
    return numbers.size()
  }
  const map = () => {
    const counts = new Map<number, number>()
    for (const ids of articles) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts.size
  }
  return { name: 'term-numbers: document frequencies of a window', own, map }
}

/** The words of a text and the hashes of their terms. */
function wordCache(articles: readonly Uint32Array[]): Row {
  const texts = articles.slice(0, ARTICLES / 10).map((ids) => Array.from(ids, (id) => wordOf(id % 5_000)).join(' '))
  const list = createWordList()
  const own = () => {
    let sum = 0
    for (const text of texts) {
      list.clear('en')
      list.read(text)
      list.eachTerm((term) => {
        sum += term
      })
    }
    return sum
  }
  const known = new Map<string, number>()
  const map = () => {
    let sum = 0
    for (const text of texts) {
      for (const word of words(text)) {
        let term = known.get(word)
        if (term === undefined) {
          term = fnv1a32(termOf(word, 'en') ?? '') | 0
          known.set(word, term)
        }
        sum += term
      }
    }
    return sum
  }
  return { name: 'word-cache: terms of a text', own, map }
}

const HEAVY = 24

/** An inverted index over the heaviest terms, filled and asked once for each. */
function postings(articles: readonly Uint32Array[]): Row {
  return {
    name: 'postings: 24 terms an article',
    own: () => filled(createPostings(), articles),
    map: () => filled(mapPostings(), articles),
  }
}

/** The same over shingles, which hardly any two articles share. */
function sortedPostings(articles: readonly Uint32Array[]): Row {
  const shingles = articles.map((ids, at) => ids.map((id) => mix32(id + at)))
  return {
    name: 'sorted-postings: 24 shingles an article',
    own: () => filled(createSortedPostings(), shingles),
    map: () => filled(mapPostings(), shingles),
  }
}

interface Index {
  readonly add: (id: number, slot: number) => void
  readonly each: (id: number, visit: (slot: number) => void) => void
}

function filled(index: Index, articles: readonly Uint32Array[]): number {
  let found = 0
  articles.forEach((ids, slot) => {
    for (let at = 0; at < HEAVY; at++) index.add(ids[at]!, slot)
  })
  for (const ids of articles.slice(0, ARTICLES / 10))
    for (let at = 0; at < HEAVY; at++)
      index.each(ids[at]!, () => {
        found++
      })
  return found
}

function mapPostings(): Index {
  const lists = new Map<number, number[]>()
  return {
    add: (id, slot) => {
      const list = lists.get(id)
      if (list === undefined) lists.set(id, [slot])
      else list.push(slot)
    },
    each: (id, visit) => {
      const list = lists.get(id) ?? []
      for (let at = list.length - 1; at >= 0; at--) visit(list[at]!)
    },
  }
}

function memoryRows(articles: readonly Uint32Array[]): string[][] {
  const shingles = articles.map((ids, at) => ids.map((id) => mix32(id + at)))
  const rows = ARTICLES * HEAVY
  const row = (name: string, make: () => { readonly bytes: () => number } & Index, over: readonly Uint32Array[]) => {
    const index = make()
    filled(index, over)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const map = mapPostings()
    filled(map, over)
    globalThis.gc?.()
    const taken = process.memoryUsage().heapUsed - before
    map.each(0, () => {})
    return [name, (index.bytes() / rows).toFixed(0), (taken / rows).toFixed(0)]
  }
  return [row('postings', createPostings, articles), row('sorted-postings', createSortedPostings, shingles)]
}

/** Processor time, in milliseconds: what else runs on the machine is not measured. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

/** A word of letters alone. */
function wordOf(number: number): string {
  return number.toString().replace(/\d/g, (digit) => 'etaoinshrd'[Number(digit)]!)
}

/** Articles as distinct hashed terms, in random order; the same on any machine. */
function madeUp(): Uint32Array[] {
  let state = 12345
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  return Array.from({ length: ARTICLES }, () => {
    const ids = new Set<number>()
    while (ids.size < TERMS) ids.add(mix32(Math.floor(40 * (VOCABULARY / 40) ** random()) + 1))
    return Uint32Array.from(ids)
  })
}
