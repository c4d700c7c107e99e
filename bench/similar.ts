import { createDeduper } from '../src/core/dedup/deduper.ts'
import { epochZero } from '../src/core/dedup/epoch/epoch.ts'
import { printOf } from '../src/core/dedup/print/print.ts'
import { titlePrintOf } from '../src/core/dedup/titles.ts'
import type { Print } from '../src/core/domain/print.ts'
import { dbscan } from '../src/core/similar/dbscan.ts'
import { countFrequencies, idfOf } from '../src/core/similar/idf.ts'
import { jaccard, jaccardSorted } from '../src/core/similar/jaccard.ts'
import { jaroWinkler } from '../src/core/similar/jaro-winkler.ts'
import { levenshtein } from '../src/core/similar/levenshtein.ts'
import { ward } from '../src/core/similar/linkage.ts'
import { minhash } from '../src/core/similar/minhash.ts'
import { TITLE_POLICY } from '../src/core/similar/policies.ts'
import { simhash } from '../src/core/similar/simhash.ts'
import { subjectTerms, subjectVector } from '../src/core/similar/subject.ts'
import { terms } from '../src/core/similar/terms.ts'
import { compareTitles } from '../src/core/similar/title-rule.ts'
import { createVocabulary, dot, type SparseVector } from '../src/core/similar/vectors.ts'
import { porterStem } from '../src/core/text/stem/porter.ts'
import { markdownTable, median } from './measure.ts'
import { hasSklearn, sklearnDbscan } from './peers/sklearn.ts'

/* Articles are made up: Zipf-distributed words, a fifth as many stories as articles, each with words of its own. */

const HOUR_MS = 3_600_000
const WORDS = 20_000
const SIZES = [1_000, 10_000, 100_000] as const
const PEER_SIZE = 10_000
/** `npm run bench -- dedup` measures larger windows. */
const MOST_FOR_STORIES = 10_000
const LETTERS = 'bcdfghklmnprstvz'
const VOWELS = 'aeiou'

/** Prints how fast each measure is, and how the clusterers grow. */
export async function benchSimilar(say: (line: string) => void): Promise<void> {
  say(markdownTable(['measure', 'per second'], measureRates()))
  say('')
  say(markdownTable(['articles', 'step', 'ms', 'clusters', 'heap MB'], SIZES.flatMap(clusterTimes)))
  say('')
  besideSklearn(say)
}

/** The same vectors through scikit-learn, whose labels must be ours but for their names. */
function besideSklearn(say: (line: string) => void): void {
  if (!hasSklearn()) {
    say('scikit-learn is not installed (Debian: python3-sklearn); DBSCAN not compared.')
    return
  }
  const vectors = subjectVectors(madeUp(PEER_SIZE))
  const ours: number[] = []
  let labels = dbscan(vectors, 0.4, 2)
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    labels = dbscan(vectors, 0.4, 2)
    ours.push(performance.now() - started)
  }
  const theirs = sklearnDbscan(vectors, 0.4, 2)
  const ratio = theirs.ms / median(ours)
  const size = PEER_SIZE.toLocaleString('en-GB')
  say(
    `DBSCAN(.4, 2) of ${size} articles: ${median(ours).toFixed(0)} ms, scikit-learn ${theirs.ms.toFixed(0)} ms: ${ratio.toFixed(1)}×; labels ${isRenaming(labels, theirs.labels) ? 'identical' : 'DIFFERENT'}.`,
  )
}

function isRenaming(ours: ArrayLike<number>, theirs: ArrayLike<number>): boolean {
  const names = new Map<number, number>()
  const taken = new Map<number, number>()
  return Array.from(ours).every((label, at) => {
    const other = theirs[at]!
    if ((label === -1) !== (other === -1)) return false
    if (!names.has(label)) names.set(label, other)
    if (!taken.has(other)) taken.set(other, label)
    return names.get(label) === other && taken.get(other) === label
  })
}

function measureRates(): string[][] {
  const articles = madeUp(400)
  const titles = articles.map(({ title }) => title)
  const prints = articles.map(printOfMadeUp)
  const titlePrints = prints.map(titlePrint)
  const sets = titles.map((title) => new Set(title.split(' ')))
  const shingles = prints.map(({ body }) => body!.shingles)
  const counts = articles.map(({ text }) => new Map(text.split(' ').map((word) => [word, 1] as const)))
  const vectors = subjectVectors(articles)
  const next = (at: number) => (at + 7) % articles.length
  const measures: [string, (at: number) => unknown][] = [
    ['porterStem (word)', (at) => porterStem(titles[at]!.slice(0, 8))],
    ['terms (title)', (at) => terms(titles[at]!, 'en')],
    ['jaccard (titles)', (at) => jaccard(sets[at]!, sets[next(at)]!)],
    ['levenshtein (titles)', (at) => levenshtein(titles[at]!, titles[next(at)]!)],
    ['jaroWinkler (titles)', (at) => jaroWinkler(titles[at]!, titles[next(at)]!)],
    ['printOf (120 words)', (at) => printOfMadeUp(articles[at]!)],
    ['compareTitles', (at) => compareTitles(titlePrints[at]!, titlePrints[next(at)]!, TITLE_POLICY)],
    ['dot (subject vectors)', (at) => dot(vectors[at]!, vectors[next(at)]!)],
    ['jaccardSorted (shingles of 120 words)', (at) => jaccardSorted(shingles[at]!, shingles[next(at)]!)],
    ['simhash (120 words)', (at) => simhash(counts[at]!)],
    ['minhash 128 (120 words)', (at) => minhash(shingles[at]!)],
  ]
  return measures.map(([name, run]) => [name, Math.round(ratePerSecond(run, articles.length)).toLocaleString('en-GB')])
}

function printOfMadeUp({ key, title, text, published }: MadeUp): Print {
  const nowhere = { url: null, urlKey: null, sourceName: null, publisher: null }
  const rest = { feed: 0, guid: key, contentHash: key, language: 'en', firstSeen: published, wordCount: 0 }
  return printOf({ key, title, text, published, ...nowhere, ...rest })
}

const titlePrint = (print: Print) => titlePrintOf(print, epochZero(), TITLE_POLICY.weightPower)

/** The vectors topics are grouped by, their terms numbered from 0. */
function subjectVectors(articles: readonly MadeUp[]): SparseVector[] {
  const counted = articles.map(({ title, text }) => subjectTerms({ title, text, language: 'en', sourceName: null }))
  const idf = idfOf(countFrequencies(counted.map((counts) => counts.keys())))
  const vocabulary = createVocabulary()
  return counted.map((counts) => subjectVector(counts, idf, vocabulary))
}

function storiesOf(articles: readonly MadeUp[]): ReadonlyMap<string, string> {
  const deduper = createDeduper()
  for (const { key, title, text, published } of articles)
    deduper.add({ id: key, title, text, published, language: 'en' })
  return deduper.storyOf()
}

function ratePerSecond(run: (at: number) => unknown, size: number): number {
  const rates: number[] = []
  for (let round = 0; round < 4; round++) {
    const started = performance.now()
    let done = 0
    while (performance.now() - started < 100) for (let k = 0; k < 50; k++) run(done++ % size)
    if (round > 0) rates.push((1000 * done) / (performance.now() - started))
  }
  return median(rates)
}

function clusterTimes(size: number): string[][] {
  const articles = madeUp(size)
  const rows: string[][] = []
  const timed = <T>(step: string, work: () => T, clusters: (value: T) => number | null): T => {
    const started = performance.now()
    const value = work()
    const ms = performance.now() - started
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    rows.push([
      size.toLocaleString('en-GB'),
      step,
      ms.toFixed(0),
      String(clusters(value) ?? ''),
      ((heapUsed + arrayBuffers) / 1e6).toFixed(0),
    ])
    return value
  }
  const distinct = (labels: Iterable<unknown>) => new Set(labels).size
  if (size <= MOST_FOR_STORIES)
    timed(
      'stories, by createDeduper',
      () => storiesOf(articles),
      (stories) => distinct(stories.values()),
    )
  const vectors = timed(
    'subject vectors',
    () => subjectVectors(articles),
    () => null,
  )
  timed('DBSCAN(.4, 2), exact', () => dbscan(vectors, 0.4, 2), distinct)
  if (size <= 1_000) timed('Ward', () => ward(vectors, 200), distinct)
  return rows
}

/** A made-up article. */
interface MadeUp {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly published: number
}

/** The same articles for the same size, on any machine. */
function madeUp(size: number): MadeUp[] {
  let state = 12345
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  const zipf = (): number => Math.floor(WORDS ** random())
  const stories = Array.from({ length: Math.ceil(size / 5) }, () =>
    Array.from({ length: 12 }, () => 50 + Math.floor(random() * WORDS * 4)),
  )
  return Array.from({ length: size }, (_, at) => {
    const story = stories[Math.floor(random() * stories.length)]!
    const word = (share: number) => wordOf(random() < share ? story[Math.floor(random() * story.length)]! : zipf())
    const some = (count: number, share: number) => Array.from({ length: count }, () => word(share)).join(' ')
    return {
      key: `k${String(at).padStart(7, '0')}`,
      title: some(9, 0.6),
      text: some(120, 0.35),
      published: Math.floor(random() * 168) * HOUR_MS,
    }
  })
}

function wordOf(rank: number): string {
  let word = ''
  for (let left = rank + 1; left > 0; left = Math.floor(left / 80)) {
    word += LETTERS[left % 16]! + VOWELS[Math.floor(left / 16) % 5]!
  }
  return `${word}x`
}
