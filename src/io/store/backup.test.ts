import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../tests/support/databases.ts'
import { aSource } from '../../../tests/support/poll-records.ts'
import { writeBackup } from './backup.ts'
import { openStore } from './open-store.ts'
import { restoreBackup } from './restore.ts'

const SOURCES = 400
let folder: string
let address: string
let drop: () => Promise<void>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-backup-'))
  ;({ address, drop } = await newDatabase('sqlite'))
  const store = await openStore(address)
  const sources = Array.from({ length: SOURCES }, (_, n) => aSource(`https://${n}.example/rss`, { position: n }))
  await store.syncSources(sources, 0)
  await store.close()
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await drop()
})

const backUp = (force: boolean) => writeBackup({ address, file: join(folder, 'b.gz'), force, now: 0 })

async function restored(): Promise<number> {
  const fresh = await newDatabase('sqlite')
  const { feeds } = await restoreBackup({ file: join(folder, 'b.gz'), address: fresh.address, force: false })
  await fresh.drop()
  return feeds
}

test('several backups to one file at once leave one that is whole, and nothing else', async () => {
  const counts = await Promise.all(Array.from({ length: 5 }, () => backUp(true)))
  expect(counts.map(({ feeds }) => feeds)).toEqual(Array(5).fill(SOURCES))
  expect(await restored()).toBe(SOURCES)
  expect(readdirSync(folder)).toEqual(['b.gz'])
})

test('of several backups that may not write over a file, one writes it', async () => {
  const ended = await Promise.allSettled(Array.from({ length: 5 }, () => backUp(false)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(refusals).toEqual(Array(4).fill(`${join(folder, 'b.gz')}: is there already; --force writes over it`))
  expect(await restored()).toBe(SOURCES)
  expect(readdirSync(folder)).toEqual(['b.gz'])
})

test('what another backup left unfinished is neither used nor touched', async () => {
  writeFileSync(join(folder, 'b.gz.unfinished'), 'half a backup')
  await backUp(false)
  expect(await restored()).toBe(SOURCES)
  expect(readdirSync(folder).sort()).toEqual(['b.gz', 'b.gz.unfinished'])
})

test('a backup takes the place of a file only', async () => {
  await expect(writeBackup({ address, file: folder, force: true, now: 0 })).rejects.toThrow('is not a file; name one')
})

test('another process that holds the write lock does not delay a backup', async () => {
  const other = new DatabaseSync(address.replace('sqlite:', ''))
  other.exec('begin immediate')
  // The lock is held until the backup is done: one that waited for it would give up.
  expect((await backUp(false)).feeds).toBe(SOURCES)
  other.exec('rollback')
  other.close()
})
