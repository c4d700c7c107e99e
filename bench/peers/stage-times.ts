import { createRecentCache } from '../../src/app/recent-cache.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { openStore } from '../../src/io/store/open-store.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import { NOW } from './parsers.ts'
import { createStagedPolls, createStageTimer } from './poll-stages.ts'
import { realDocuments } from './real-documents.ts'

/* The stages of a first pass over real documents, one after the other in a process of its own; sends the time of each to
   the parent: the first time, when most code is not compiled yet, and the last time, when it is. Run by fork with the folder
   of the corpus. */

export interface StageTime {
  readonly stage: string
  readonly firstMs: number
  readonly lastMs: number
}

const ROUNDS = 4
const { times, timed } = createStageTimer()
const poll = await createStagedPolls(timed)
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
  for (const [at, { earlier }] of documents.entries()) await poll(at + 1, urlOf(at + 1), new Uint8Array(earlier), deps)
  await store.close()
  await database.drop()
}
