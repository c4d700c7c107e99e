import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admissionJob } from '../../tests/support/admission-job.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import { type PolicyName, policyOf } from '../core/dedup/policies.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import { admitPoll } from './admit-poll.ts'
import { createRecentCache } from './recent-cache.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 3, 12)

let store: Store
beforeEach(async () => {
  store = await openStore('sqlite::memory:')
  await store.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], 0)
})
afterEach(() => store.close())

const job = (feed: number, titles: readonly string[], at: number) => admissionJob(store, feed, titles, at)

const newCache = (name: PolicyName = 'calibrated') => createRecentCache(policyOf(name))
const keysIn = async (cache: ReturnType<typeof newCache>, now: number) => {
  const keys: string[] = []
  const recent = await store.admission((tx) => cache.catchUp(tx, now, [1, 2]))
  recent.each(({ key }) => keys.push(key))
  return keys.sort()
}

test('the cache catches up with what another process stored, rewritten articles included', async () => {
  const [ours, theirs] = [newCache(), newCache()]
  const deps = { store, now: () => NOW }
  await admitPoll({ ...deps, recentCache: ours }, await job(1, ['Harbour bridge closed'], NOW))
  await admitPoll({ ...deps, recentCache: theirs }, await job(2, ['Rare orchid flowers'], NOW))
  expect(await keysIn(ours, NOW)).toEqual(await keysIn(newCache(), NOW))
  expect(await keysIn(ours, NOW)).toHaveLength(2)
})

test('after a transaction that failed the cache is read again, without what was decided in it', async () => {
  const recentCache = newCache()
  const failing = {
    ...(await job(1, ['Harbour bridge closed'], NOW)),
    recordOf: () => {
      throw new Error('the disk is full')
    },
  }
  await expect(admitPoll({ store, recentCache, now: () => NOW }, failing)).rejects.toThrow('the disk is full')
  expect(await keysIn(recentCache, NOW)).toEqual([])
  const again = await admitPoll({ store, recentCache, now: () => NOW }, await job(1, ['Harbour bridge closed'], NOW))
  expect(again!.count).toMatchObject({ added: 1, duplicates: 0 })
})

test('a transaction that is tried again after a deadlock decides as if it were the first', async () => {
  const deadlocks = [Object.assign(new Error('deadlock detected'), { code: '40P01' })]
  const tried: Store = {
    ...store,
    admission: (work) =>
      store.admission(async (tx) => {
        const done = await work(tx)
        for (const error of deadlocks.splice(0)) throw error
        return done
      }),
  }
  const recentCache = newCache()
  const admitted = await admitPoll(
    { store: tried, recentCache, now: () => NOW },
    await job(1, ['Harbour bridge closed'], NOW),
  )
  expect(admitted!.count).toMatchObject({ added: 1, duplicates: 0 })
  expect(await keysIn(recentCache, NOW)).toHaveLength(1)
})

/** A store in which another process stores an article whenever we are about to, so many times. */
function contested(titles: readonly string[]): { readonly store: Store; readonly left: () => number } {
  const left = [...titles]
  const theirs = newCache()
  return {
    left: () => left.length,
    store: {
      ...store,
      admission: async (work) => {
        const title = left.shift()
        if (title !== undefined)
          await admitPoll({ store, recentCache: theirs, now: () => NOW }, await job(2, [title], NOW))
        return store.admission(work)
      },
    },
  }
}

test('what another process stores while we decide is taken into account', async () => {
  const recentCache = newCache()
  const title = 'Harbour bridge closed after inspectors find cracked hanger'
  const ours = await job(1, [title, 'Rare orchid flowers in the botanical garden'], NOW)
  await admitPoll({ store: contested([title]).store, recentCache, now: () => NOW }, ours)
  const copies = (await store.articlePage({ limit: 10 })).filter((one) => one.title === title)
  expect(copies).toHaveLength(2)
  const ourCopy = copies.find(({ feed }) => feed === 1)!
  expect((await store.matchesOf(ourCopy.key)).length).toBeGreaterThan(0)
  expect(await keysIn(recentCache, NOW)).toEqual(await keysIn(newCache(), NOW))
})

test('so is it when a second admission of this process has read it meanwhile', async () => {
  const recentCache = newCache()
  const deps = { store, recentCache, now: () => NOW }
  const title = 'Harbour bridge closed after inspectors find cracked hanger'
  const others = [
    async () => void (await admitPoll({ ...deps, recentCache: newCache() }, await job(2, [title], NOW))),
    async () => {
      second = admitPoll(deps, await job(1, ['Rare orchid flowers in the botanical garden'], NOW))
      // Unless it has to wait for the first, it has ended by then.
      await setTimeout(100)
    },
  ]
  let second: Promise<unknown> = Promise.resolve()
  const contested: Store = {
    ...store,
    admission: async (work) => {
      for (const other of others.splice(0)) await other()
      return store.admission(work)
    },
  }
  await admitPoll({ ...deps, store: contested }, await job(1, [title], NOW))
  await second
  const copy = (await store.articlePage({ limit: 10 })).find((one) => one.title === title && one.feed === 1)!
  expect((await store.matchesOf(copy.key)).length).toBeGreaterThan(0)
  expect(await keysIn(recentCache, NOW)).toEqual(await keysIn(newCache(), NOW))
})

test('where another process always comes between, the lock is held while we decide', async () => {
  const titles = Array.from({ length: 9 }, (_, n) => `Tide table number ${n} of the northern harbours`)
  const contest = contested(titles)
  const recentCache = newCache()
  const ours = await job(1, ['Rare orchid flowers in the botanical garden'], NOW)
  const admitted = await admitPoll({ store: contest.store, recentCache, now: () => NOW }, ours)
  expect(admitted!.count).toMatchObject({ added: 1 })
  expect(contest.left(), 'they had not given up').toBeGreaterThan(0)
  expect(await keysIn(recentCache, NOW)).toEqual(await keysIn(newCache(), NOW))
})

test('a cache filled days ago holds the same as one filled this minute', async () => {
  const warm = newCache()
  for (let hours = 0; hours < 60; hours += 7) {
    const now = NOW + hours * HOUR
    await admitPoll({ store, recentCache: warm, now: () => now }, await job(1, [`Tide table number ${hours}`], now))
  }
  const counts = new Set<number>()
  for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 97) {
    const later = NOW + 29 * DAY + 12 * HOUR + minutes * 60_000
    const held = await keysIn(warm, later)
    expect(held).toEqual(await keysIn(newCache(), later))
    counts.add(held.length)
  }
  expect(counts.size, 'articles left one after the other').toBeGreaterThan(4)
})
