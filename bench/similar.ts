import { dbscan } from '../src/core/similar/dbscan.ts'
import { epoch0 } from '../src/core/similar/epoch0.ts'
import { idfOf } from '../src/core/similar/idf.ts'
import { jaccard } from '../src/core/similar/jaccard.ts'
import { jaroWinkler } from '../src/core/similar/jaro-winkler.ts'
import { levenshtein } from '../src/core/similar/levenshtein.ts'
import { ward } from '../src/core/similar/linkage.ts'
import { minhash } from '../src/core/similar/minhash.ts'
import { STORY_POLICY, TITLE_POLICY } from '../src/core/similar/policies.ts'
import { potts } from '../src/core/similar/potts.ts'
import { createShingleIndex, shingles } from '../src/core/similar/shingles.ts'
import { simhash } from '../src/core/similar/simhash.ts'
import { type StoryItem, storyWindow } from '../src/core/similar/stories.ts'
import { terms } from '../src/core/similar/terms.ts'
import { compareTitles, titlePrint } from '../src/core/similar/title-rule.ts'
import { dot } from '../src/core/similar/vectors.ts'
import { porterStem } from '../src/core/text/stem/porter.ts'
import { markdownTable, median } from './measure.ts'
import { hasSklearn, sklearnDbscan } from './peers/sklearn.ts'

/* Articles are made up: Zipf-distributed words, a fifth as many stories as articles, each with words of its own. */

const HOUR_MS = 3_600_000
const WORDS = 20_000
const SIZES = [1_000, 10_000, 100_000] as const
const PEER_SIZE = 10_000
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
  const { vectors } = storyWindow(madeUp(PEER_SIZE), STORY_POLICY)
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
  const idf = idfOf(epoch0('en'))
  const titles = articles.map(({ title }) => title)
  const prints = titles.map((title) => titlePrint(title, idf, TITLE_POLICY, { language: 'en' }))
  const sets = titles.map((title) => new Set(title.split(' ')))
  const bodies = articles.map(({ body }) => body!)
  const prepared = bodies.map(shingles)
  const counts = bodies.map((body) => new Map(body.split(' ').map((word) => [word, 1] as const)))
  const { vectors } = storyWindow(articles, STORY_POLICY)
  const next = (at: number) => (at + 7) % articles.length
  const index = createShingleIndex(0.7)
  prepared.forEach((set, id) => {
    index.add(id, set)
  })
  const measures: [string, (at: number) => unknown][] = [
    ['porterStem (word)', (at) => porterStem(titles[at]!.slice(0, 8))],
    ['terms (title)', (at) => terms(titles[at]!, 'en')],
    ['jaccard (titles)', (at) => jaccard(sets[at]!, sets[next(at)]!)],
    ['levenshtein (titles)', (at) => levenshtein(titles[at]!, titles[next(at)]!)],
    ['jaroWinkler (titles)', (at) => jaroWinkler(titles[at]!, titles[next(at)]!)],
    ['titlePrint', (at) => titlePrint(titles[at]!, idf, TITLE_POLICY, { language: 'en' })],
    ['compareTitles', (at) => compareTitles(prints[at]!, prints[next(at)]!, TITLE_POLICY)],
    ['dot (story vectors)', (at) => dot(vectors[at]!, vectors[next(at)]!)],
    ['shingles (120 words)', (at) => shingles(bodies[at]!)],
    ['shingle index find', (at) => index.find(prepared[at]!)],
    ['simhash (120 words)', (at) => simhash(counts[at]!)],
    ['minhash 128 (120 words)', (at) => minhash(prepared[at]!)],
  ]
  return measures.map(([name, run]) => [name, Math.round(ratePerSecond(run, articles.length)).toLocaleString('en-GB')])
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
  const distinct = (labels: Int32Array) => new Set(labels).size
  const window = timed(
    'vectors and likeness graph',
    () => storyWindow(articles, STORY_POLICY),
    () => null,
  )
  timed('Potts', () => potts(window.graph, window.masses), distinct)
  timed('DBSCAN(.4, 2), exact', () => dbscan(window.vectors, 0.4, 2), distinct)
  if (size <= 1_000) timed('Ward', () => ward(window.vectors, 200), distinct)
  return rows
}

/** The same articles for the same size, on any machine. */
function madeUp(size: number): StoryItem[] {
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
      body: some(120, 0.35),
      language: 'en',
      sourceName: null,
      publishedAt: Math.floor(random() * 168) * HOUR_MS,
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
