import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, migratedDatabase } from '../../../../tests/support/databases.ts'
import { aSource } from '../../../../tests/support/poll-records.ts'
import { FIRST_READER } from '../../../core/domain/reader.ts'
import { openStore, type Store } from '../open-store.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  let store: Store
  let address: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    ;({ address, drop } = await migratedDatabase(kind))
    store = await openStore(address)
  })
  afterEach(async () => {
    await store.close()
    await drop()
  })

  test('the key that signs is the first one proposed, for every process', async () => {
    const other = await openStore(address)
    const both = await Promise.all([store.web.signingKey('a'), other.web.signingKey('b')])
    expect(both[0]).toBe(both[1])
    await other.close()
    const later = await openStore(address)
    expect(await later.web.signingKey('c')).toBe(both[0])
    await later.close()
  })

  test('the first reader is set up once, and not by the name of another', async () => {
    await store.addReader({ name: 'ann', role: 'reader', email: null }, 0)
    const setUp = (name: string) => store.web.setUpReader(FIRST_READER, { name, passwordHash: `of ${name}` })
    expect(await setUp('ann')).toBe(false)
    expect(await setUp('bob')).toBe(true)
    expect(await setUp('eve')).toBe(false)
    expect((await store.readers())[0]).toMatchObject({ name: 'bob', passwordHash: 'of bob' })
  })

  test('what waits is counted: hosts that are due, prepared polls, feeds by state, deliveries in doubt', async () => {
    const now = Date.UTC(2026, 10, 18, 12)
    const nothing = { overdueMs: 0, preparedPolls: 0, admitting: 0, feeds: {}, doubtfulDeliveries: 0 }
    expect(await store.web.backlog(now, 0)).toEqual(nothing)
    await store.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], now)
    expect(await store.web.backlog(now + 90_000, 0)).toEqual({ ...nothing, overdueMs: 90_000, feeds: { healthy: 2 } })
    const lease = { owner: 'somebody', now: now + 90_000, until: now + 120_000 }
    expect(await store.claimDueHosts(lease, 10)).toHaveLength(2)
    expect(await store.web.backlog(now + 90_000, 0)).toMatchObject({ overdueMs: 0 })
    await store.shared.handOverPolls('somebody', [Buffer.from('one'), Buffer.from('two')], now)
    expect(await store.web.backlog(now, 0)).toMatchObject({ preparedPolls: 2 })
    const pools = { pools: [], version: '1' }
    await store.shared.beatWorker({ name: 'first', kind: 'serve', leads: true, ...pools }, 30_000)
    await store.shared.beatWorker({ name: 'second', kind: 'worker', leads: false, ...pools }, 30_000)
    expect(await store.web.backlog(now, 0)).toMatchObject({ admitting: 1 })
    await store.syncSources([aSource('https://a.example/rss')], now)
    expect((await store.web.backlog(now, 0)).feeds).toEqual({ healthy: 1 })
  })

  test('a delivery is in doubt when nobody knows how it ended, not while it is under way', async () => {
    const now = Date.UTC(2026, 10, 18, 12)
    const minutes = (count: number) => count * 60_000
    const claim = (recipient: string, at: number) =>
      store.claimDelivery({ subject: 'digest 1', channel: 'email', recipient }, at)
    await claim('ann', now - minutes(1))
    await claim('bob', now - minutes(11))
    await claim('eve', now - minutes(100))
    const count = async (since: number) => (await store.web.backlog(now, since)).doubtfulDeliveries
    expect([await count(0), await count(now - minutes(60))]).toEqual([2, 1])
  })

  test('the database has a size', async () => {
    expect(await store.web.databaseBytes()).toBeGreaterThan(10_000)
  })
})
