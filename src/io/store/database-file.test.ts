import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aSource } from '../../../tests/support/poll-records.ts'
import { openStore } from './open-store.ts'

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('a new database and its log are for their owner alone; the owner may open it to others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-mode-'))
  const file = join(folder, 'news.db')
  const store = await openStore(`sqlite:${file}`)
  await store.addSource(aSource('https://a.example/rss'), 0)
  expect([modeOf(file), modeOf(`${file}-wal`)]).toEqual(['600', '600'])
  await store.close()
  chmodSync(file, 0o640)
  await (await openStore(`sqlite:${file}`)).close()
  expect(modeOf(file)).toBe('640')
  rmSync(folder, { recursive: true })
})

test('a closed database is one file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-closed-'))
  const file = join(folder, 'news.db')
  const store = await openStore(`sqlite:${file}`)
  await store.addSource(aSource('https://a.example/rss'), 0)
  await store.close()
  rmSync(`${file}-wal`, { force: true })
  rmSync(`${file}-shm`, { force: true })
  const again = await openStore(`sqlite:${file}`)
  expect(await again.sources()).toHaveLength(1)
  await again.close()
  rmSync(folder, { recursive: true })
})
