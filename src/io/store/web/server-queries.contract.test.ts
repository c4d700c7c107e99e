import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, migratedDatabase } from '../../../../tests/support/databases.ts'
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

  test('the database has a size', async () => {
    expect(await store.web.databaseBytes()).toBeGreaterThan(10_000)
  })
})
