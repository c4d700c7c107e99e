import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { admissionJob } from '../../tests/support/admission-job.ts'
import { databaseKinds, migratedDatabase } from '../../tests/support/databases.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import { volume } from '../../tests/support/volume.ts'
import { encodeCounts } from '../core/dedup/epoch/encode-epoch.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import { admitPoll } from './admit-poll.ts'
import { createRecentCache } from './recent-cache.ts'
import { standBy } from './stand-by.ts'

/* What the process that keeps ready to admit reads, and what it costs to take over from there. Counts, because times depend on the
   machine. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 2, 3, 12)
const STORED = 30

type Role = 'leader' | 'standby' | null

/** A process over the store, in a part that the test gives it. */
function aProcess(store: Store, role: Role) {
  let now = NOW
  let as = role
  const deps = { store, recentCache: createRecentCache(policyOf('calibrated')), now: () => now }
  return {
    ...deps,
    standBy: () => standBy({ ...deps, leads: () => as === 'leader', standsBy: () => as === 'standby' }),
    admit: async (feed: number, titles: readonly string[]) =>
      (await admitPoll(deps, await admissionJob(store, feed, titles, now)))!.count,
    become: (next: Role) => {
      as = next
    },
    setClock: (at: number) => {
      now = at
    },
  }
}

const SUBJECTS = ['Harbour bridge', 'Rare orchid', 'Northern ferry', 'City library', 'Old lighthouse', 'River festival']
const VERBS = ['closed after inspection', 'opens again in spring', 'wins a prize', 'burns for two hours']
const titleOf = (n: number) =>
  `${SUBJECTS[n % SUBJECTS.length]} ${VERBS[n % VERBS.length]} in district number ${Math.floor(n / 3)}`

async function newStore(address: string, onStatement?: (text: string, rows: number) => void): Promise<Store> {
  const store = await openStore(address, onStatement && { onStatement })
  const sources = ['a', 'b', 'c'].map((name, position) => aSource(`https://${name}.example/rss`, { position }))
  await store.syncSources(sources, 0)
  return store
}

describe.each(databaseKinds)('on %s', (kind) => {
  let store: Store
  let drop: () => Promise<void>
  let statements: [text: string, rows: number][] = []
  let leader: ReturnType<typeof aProcess>
  let standby: ReturnType<typeof aProcess>

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    store = await newStore(database.address, (text, rows) => void statements.push([text, rows]))
    leader = aProcess(store, 'leader')
    standby = aProcess(store, 'standby')
    statements = []
    await leader.admit(
      1,
      Array.from({ length: STORED }, (_, n) => titleOf(n)),
    )
    statements = []
  })
  afterEach(async () => {
    await store.close()
    await drop()
  })

  const printRows = () =>
    statements.reduce((sum, [text, rows]) => sum + (/^select \* from .print. where/.test(text) ? rows : 0), 0)
  const cost = () => ({ statements: statements.length, rows: statements.reduce((sum, [, rows]) => sum + rows, 0) })

  test('reads all recent prints once, then nothing but what was stored since', async () => {
    await standby.standBy()
    expect(printRows()).toBe(STORED)
    statements = []
    await standby.standBy()
    expect(cost()).toEqual({ statements: 1, rows: 1 })
    await leader.admit(1, ['Tide table of the northern harbours', 'Ice warning for the eastern coast'])
    statements = []
    await standby.standBy()
    expect(cost()).toEqual({ statements: 2, rows: 3 })
  })

  test('admits without reading prints again when it takes over', async () => {
    await standby.standBy()
    standby.become('leader')
    statements = []
    expect(await standby.admit(2, [titleOf(3)])).toMatchObject({ added: 1 })
    expect(printRows()).toBe(0)
    const copy = (await store.articlePage({ limit: 100 })).find(({ feed }) => feed === 2)!
    expect((await store.matchesOf(copy.key)).length).toBeGreaterThan(0)
  })

  test('reads the last changes only when they were stored after it last looked', async () => {
    await standby.standBy()
    await leader.admit(1, ['Tide table of the northern harbours'])
    standby.become('leader')
    statements = []
    await standby.admit(2, ['Tide table of the northern harbours'])
    expect(printRows()).toBe(1)
  })

  test('reads nothing while it leads, or is one of the others', async () => {
    for (const role of ['leader', null] as const) {
      standby.become(role)
      await standby.standBy()
    }
    expect(cost()).toEqual({ statements: 0, rows: 0 })
  })

  test('gives its memory back when it is elected no more and has nothing to store for a minute', async () => {
    await standby.standBy()
    standby.become(null)
    await standby.standBy()
    expect(standby.recentCache.isRead()).toBe(true)
    standby.setClock(NOW + 2 * MINUTE)
    await standby.standBy()
    expect(standby.recentCache.isRead()).toBe(false)
  })

  test('reads all again when the statistics of terms were renewed', async () => {
    await standby.standBy()
    const counts = new Map([['en', encodeCounts({ documents: STORED, frequencies: new Map() })]])
    expect(await store.keepEpoch({ n: 1, at: NOW, counts })).toBe(true)
    statements = []
    await standby.standBy()
    expect(printRows()).toBe(STORED)
  })
})

/** What happens to two processes over one store. */
type Step =
  | { readonly kind: 'admit'; readonly feed: number; readonly titles: readonly number[] }
  | { readonly kind: 'standBy' | 'change' }
  | { readonly kind: 'wait'; readonly hours: number }

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('admit' as const),
      feed: fc.integer({ min: 1, max: 3 }),
      titles: fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 5 }),
    }),
    fc.record({ kind: fc.constantFrom('standBy' as const, 'change' as const) }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
  ),
  { minLength: 3, maxLength: 25 },
)

/** What is decided; `isWarm` says whether the second process stands by, or reads everything when it admits. */
async function decided(steps: readonly Step[], isWarm: boolean): Promise<readonly unknown[]> {
  const store = await newStore('sqlite::memory:')
  let [first, second] = [aProcess(store, 'leader'), aProcess(store, 'standby')]
  const found: unknown[] = []
  let now = NOW
  for (const step of steps) {
    if (step.kind === 'admit') found.push(await first.admit(step.feed, step.titles.map(titleOf)))
    if (step.kind === 'standBy') {
      if (isWarm) await second.standBy()
      else second.recentCache.forget()
    }
    if (step.kind === 'change') {
      ;[first, second] = [second, first]
      first.become('leader')
      second.become('standby')
      if (!isWarm) first.recentCache.forget()
    }
    if (step.kind === 'wait') now += step.hours * HOUR
    for (const one of [first, second]) one.setClock(now)
  }
  const articles = await store.articlePage({ limit: 500 })
  for (const { key } of articles) found.push([key, await store.matchesOf(key)])
  await store.close()
  return found
}

test('a process that takes over warm decides as one that reads everything', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      expect(await decided(steps, true)).toEqual(await decided(steps, false))
    }),
    { seed: 7, numRuns: volume(12, 500) },
  )
})
