import { type ChildProcess, spawn } from 'node:child_process'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { storeAddress } from '../../src/io/store/address.ts'
import { openDb } from '../../src/io/store/dialect.ts'
import { openStore } from '../../src/io/store/open-store.ts'
import { testProgram } from './built-program.ts'
import { type DatabaseKind, migratedDatabase } from './databases.ts'
import { aSource } from './poll-records.ts'

const ARTICLES_A_POLL = 5
export const WRITER = testProgram('store-writer')

function startWriter(address: string, feed: number, polls: number) {
  const child = spawn(process.execPath, [WRITER, address, String(feed), String(polls)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (data) => (said += data))
  child.stderr.on('data', (data) => (errors += data))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  /** Polls the writer reported as committed; a line cut off by the kill was not reported. */
  const acknowledged = () => said.split('\n').slice(0, -1).map(Number)
  return { child, ended, acknowledged, errors: () => errors }
}

export async function twoFeeds(kind: DatabaseKind) {
  const database = await migratedDatabase(kind)
  const store = await openStore(database.address)
  await store.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], 0)
  return { ...database, store }
}

/** Two programs admit the same articles for two feeds at once: each article once, each entry decided. */
export async function writeAtOnce(kind: DatabaseKind, polls: number): Promise<void> {
  const { address, drop, store } = await twoFeeds(kind)
  const writers = [startWriter(address, 1, polls), startWriter(address, 2, polls)]
  const codes = await Promise.all(writers.map((writer) => writer.ended))
  expect(codes, writers.map((writer) => writer.errors()).join('\n')).toEqual([0, 0])

  const articles = polls * ARTICLES_A_POLL
  expect(await store.articlePage({ limit: articles * 2 })).toHaveLength(articles)
  const counts = await dispositions(address)
  expect(counts).toEqual({ unique: articles, exact_duplicate: articles })
  await store.close()
  await drop()
}

/** Kills a writer after a while, again and again, and looks each time whether all it reported is there, and whole. */
export async function killWriters(kind: DatabaseKind, kills: number, waitMs: (kill: number) => number): Promise<void> {
  const { address, drop, store } = await twoFeeds(kind)
  await store.close()
  for (let kill = 0; kill < kills; kill++) {
    const writer = startWriter(address, 1, 100_000)
    await firstWord(writer.child)
    await new Promise((resolve) => setTimeout(resolve, waitMs(kill)))
    writer.child.kill('SIGKILL')
    await writer.ended
    await expectWhole(address, writer.acknowledged())
  }
  await drop()
}

function firstWord(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the writer ended by itself with ${code}`)))
  })
}

export async function expectWhole(address: string, acknowledged: readonly number[]): Promise<void> {
  const store = await openStore(address)
  const stored = new Set((await store.articlePage({ limit: 1_000_000 })).map((article) => article.url))
  const urlsOf = (n: number) =>
    Array.from({ length: ARTICLES_A_POLL }, (_, i) => `https://news.example/${n * ARTICLES_A_POLL + i}`)
  expect(acknowledged.flatMap(urlsOf).filter((url) => !stored.has(url))).toEqual([])
  expect(stored.size % ARTICLES_A_POLL).toBe(0)
  await store.close()

  const db = openDb(storeAddress(address))
  const { rows } = await sql<{ articles: number; entries: number; bodies: number; prints: number }>`
    select (select count(*) from article) as articles, (select count(*) from entry) as entries,
      (select count(*) from article_body) as bodies, (select count(*) from print) as prints`.execute(db)
  const { articles, ...others } = rows[0]!
  expect(others).toEqual({ entries: articles, bodies: articles, prints: articles })
  if (address.startsWith('sqlite:')) {
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    expect(check.rows).toEqual([{ integrity_check: 'ok' }])
  }
  await db.destroy()
}

async function dispositions(address: string): Promise<Record<string, number>> {
  const db = openDb(storeAddress(address))
  const query = sql<{
    disposition: string
    n: number
  }>`select disposition, count(*) as n from entry group by disposition`
  const { rows } = await query.execute(db)
  await db.destroy()
  return Object.fromEntries(rows.map((row) => [row.disposition, row.n]))
}
