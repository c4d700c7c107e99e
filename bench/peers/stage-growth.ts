import { feedOverviews } from '../../src/app/feed-overview.ts'
import { makeDigest } from '../../src/app/make-digest.ts'
import { createRecentCache } from '../../src/app/recent-cache.ts'
import { createStoryKeeper } from '../../src/app/refine-stories.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { newProfile } from '../../src/core/interests/profile.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { SCORE_POLICY } from '../../src/core/score/score-policy.ts'
import { openStore, type Store } from '../../src/io/store/open-store.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import { newsOf } from './made-up-news.ts'
import { NOW } from './parsers.ts'
import { createStagedPolls, createStageTimer } from './poll-stages.ts'

/* All stages from a document to a digest, over made-up news of as many feeds as the argument says, in a process of its own; sends
   the processor time of each stage and the memory at the peak to the parent. */

/** What one size took. */
export interface StageGrowth {
  readonly articles: number
  readonly stages: readonly (readonly [stage: string, ms: number])[]
  readonly peakMb: number
}

const DAY_MS = 86_400_000
/** All made-up articles were published in the two days before. */
const DIGEST_AT = NOW + 60_000
const WINDOW_MS = 2 * DAY_MS
const POLICY = policyOf('calibrated')
const SEARCHED_AT_ONCE = 200

const { times, timed } = createStageTimer()
const feeds = Number(process.argv[2])
const hostOf = (n: number) => `p${n}.example`
const database = await newDatabase('sqlite')
const store = await openStore(database.address)
await pollAll(store)
await timed('search index', async () => {
  while ((await store.updateSearch(SEARCHED_AT_ONCE)) > 0);
})
const keeper = createStoryKeeper(store, POLICY)
await timed('stories of all', () => keeper.refine(DIGEST_AT, 'whole'))
await timed('digest, nothing scored', () => digestOf(store))
await timed('digest, all scored', () => digestOf(store))
const articles = (await store.windowTotals(0, NOW + DAY_MS)).articles
await store.close()
await database.drop()
process.send?.({
  articles,
  stages: [...times],
  peakMb: process.resourceUsage().maxRSS / 1024,
} satisfies StageGrowth)
process.disconnect?.()

async function pollAll(into: Store): Promise<void> {
  const poll = await createStagedPolls(timed)
  const sources = Array.from({ length: feeds }, (_, n) => aSource(`https://${hostOf(n)}/rss`, { position: n }))
  await into.syncSources(sources, NOW)
  const deps = { store: into, recentCache: createRecentCache(POLICY), now: () => NOW, measure: timed }
  const encoder = new TextEncoder()
  for (const [n, { url }] of sources.entries()) await poll(n + 1, url, encoder.encode(newsOf(hostOf(n))), deps)
}

async function digestOf(from: Store): Promise<void> {
  const overviews = await feedOverviews(from, DIGEST_AT, defaultPollPolicy)
  const profile = newProfile({ interests: { water: 1 }, categories: [], languages: ['en'] })
  const asked = { minimumImportance: 0, followed: new Map<string, number>(), method: 'stories', topics: null }
  const deps = { store: from, reader: 1, feeds: overviews, profile, policy: SCORE_POLICY, ...asked }
  const window = { at: DIGEST_AT, windowMs: WINDOW_MS, tabs: [], omitShown: true, languages: [] }
  const { digest } = await makeDigest({ type: 'morning', zone: 'UTC', ...window }, deps)
  if (digest.articles === 0) throw new Error('the window has no articles: nothing was measured')
}
