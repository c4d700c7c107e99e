import { type AdmissionDeps, admitPoll } from '../../src/app/admit-poll.ts'
import { createRecentCache } from '../../src/app/recent-cache.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import type { FeedDocument } from '../../src/core/domain/feed-document.ts'
import type { PreparedEntry } from '../../src/core/domain/prepared.ts'
import { languageSample } from '../../src/core/normalize/article-language.ts'
import { UNLIMITED_QUOTA } from '../../src/core/poll/daily-quota.ts'
import { loadLanguageDetector } from '../../src/core/text/detect-language.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'
import { openStore } from '../../src/io/store/open-store.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { aRecord, aSource } from '../../tests/support/poll-records.ts'
import { builtProgram, NOW, source } from './parsers.ts'
import { realDocuments } from './real-documents.ts'

/* The stages of a first pass over real documents, one after the other in a process of its own; sends the time of each to
   the parent: the first time, when most code is not compiled yet, and the last time, when it is. Run by fork with the folder
   of the corpus. */

type ParsedFeed = Extract<FeedDocument, { kind: 'feed' }>

export interface StageTime {
  readonly stage: string
  readonly firstMs: number
  readonly lastMs: number
}

const FLAWLESS = { malformed: 0, cutOff: 0, valid: true }
const ROUNDS = 4
const times = new Map<string, number>()

/** Processor time so far, that of the threads that compile and collect garbage included. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs a stage and adds up its time. */
async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const started = processorMs()
  const result = await work()
  times.set(stage, (times.get(stage) ?? 0) + processorMs() - started)
  return result
}

const ours = await builtProgram()
const documents = realDocuments(process.argv[2]!)
const urlOf = (n: number) => `https://p${n}.example/feed`
const sources = documents.map((_, n) => aSource(urlOf(n + 1), { position: n }))
const rounds: ReadonlyMap<string, number>[] = []
for (let round = 0; round < ROUNDS; round++) {
  times.clear()
  await pollAll()
  rounds.push(new Map(times))
}
const stages = [...rounds[0]!.keys()].map((stage) => ({
  stage,
  firstMs: rounds[0]!.get(stage)!,
  lastMs: rounds.at(-1)!.get(stage)!,
}))
process.send?.(stages satisfies StageTime[])
process.disconnect?.()

/** Polls every document once, into a store of its own. */
async function pollAll(): Promise<void> {
  const database = await newDatabase('sqlite')
  const store = await openStore(database.address)
  await store.syncSources(sources, NOW)
  const recentCache = createRecentCache(policyOf('calibrated'))
  const deps = { store, recentCache, now: () => NOW, measure: timed }
  for (const [at, { earlier }] of documents.entries()) await pollDocument(at + 1, new Uint8Array(earlier), deps)
  await store.close()
  await database.drop()
}

async function pollDocument(feed: number, body: Uint8Array, deps: AdmissionDeps): Promise<void> {
  const url = urlOf(feed)
  const document = await timed('parse', () => ours.parseFeed(body, { url }))
  if (document.kind === 'notAFeed') return
  const context = { feed, feedUrl: url, source, document: document.feed, now: NOW, detectLanguage: null }
  const articles = await timed('normalise', () =>
    document.entries.flatMap((entry) => {
      ours.rawHash(entry.raw)
      const made = ours.normalizeEntry(entry, context)
      return made.kind === 'article' ? [made.article] : []
    }),
  )
  const read = await timed('detect languages', async () => {
    if (articles.every(({ language }) => language !== null)) return articles
    const detect = await loadLanguageDetector()
    return articles.map((one) => ({ ...one, language: one.language ?? detect(languageSample(one.title, one.text)) }))
  })
  const entries = await timed('print', () =>
    read.map((article): PreparedEntry => {
      const guidKey = keyHash(article.guid)
      return { guidKey, rawHash: guidKey, article, print: ours.printBytes(article, { guidKey, layered: false }) }
    }),
  )
  await admit(feed, document, entries, deps)
}

async function admit(
  id: number,
  document: ParsedFeed,
  entries: readonly PreparedEntry[],
  deps: AdmissionDeps,
): Promise<void> {
  const feed = (await deps.store.feedById(id))!
  const onePerKey = [...new Map(entries.map((entry) => [entry.guidKey, entry])).values()]
  await admitPoll(deps, {
    feed: { id, position: id },
    prepared: { entries: onePerKey, entryCount: entries.length, refresh: document.refresh, ...FLAWLESS },
    lease: null,
    scope: 0,
    room: UNLIMITED_QUOTA,
    recordOf: () => aRecord(feed, NOW, null),
  })
}
