import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chanceOf } from '../support/chaos/chance.ts'
import { findDifferences, type PollMark } from '../support/chaos/compare-with-truth.ts'
import { type ChaosDesk, openDesk, settle } from '../support/chaos/desk.ts'
import { startTruth } from '../support/chaos/truth.ts'
import { copyDatabase, newDatabase, sampledKinds } from '../support/databases.ts'
import { onDatabase } from '../support/stored-references.ts'

/* Chaos is worth as much as its comparison finds: every kind of fault is planted into a whole store once. */

const one = '(select min(id) from article)'

/** What is done to the store, by its kind, and what the comparison says. */
const PLANTED: readonly (readonly [fault: string, statements: readonly string[], says: RegExp])[] = [
  [
    'an article that is lost with its entry',
    [
      `delete from entry where article_id = ${one}`,
      ...['article_body', 'print', 'membership', 'score', 'revision'].map(
        (table) => `delete from ${table} where article_id = ${one}`,
      ),
      `delete from article where id = ${one}`,
    ],
    /^lost: true-\d+$/,
  ],
  ['an article that is doubled', [`update article set guid = 'true-2' where guid = 'true-1'`], /^doubled: 1 articles$/],
  ['an article of nobody', [`update article set guid = 'other' where id = ${one}`], /^never published: other$/],
  [
    'an article with an old title',
    [`update article set title = 'Old' where id = ${one}`],
    /^outdated: true-\d+ is "Old"/,
  ],
  [
    'an entry without its article',
    [`update entry set article_id = null where article_id = ${one}`],
    /^entry without an article: 1$/,
  ],
  ['an article without its entry', [`delete from entry where article_id = ${one}`], /^article without an entry: 1$/],
  [
    'an article without its body',
    [`delete from article_body where article_id = ${one}`],
    /^article without a body: 1$/,
  ],
  ['an article without its print', [`delete from print where article_id = ${one}`], /^article without a print: 1$/],
  [
    'an article without its story',
    [`delete from membership where article_id = ${one}`],
    /^article without a story: 1$/,
  ],
  [
    'a story without its lead',
    [`update story set lead_key = (select guid_key from entry limit 1)`],
    /^story without its lead: \d+$/,
  ],
  [
    'an alias that leads nowhere',
    [`insert into story_alias (key, story_key) values ('old', 'gone')`],
    /^alias that leads nowhere: 1$/,
  ],
  [
    'an alias that hides a story',
    [`insert into story_alias (key, story_key) select min(key), max(key) from story`],
    /^alias of a present story: 1$/,
  ],
  ['a poll that is lost', [`delete from poll where id = (select max(id) from poll)`], /^lost: 1 polls of http/],
  [
    'a poll that is doubled',
    [
      `insert into poll (feed_id, at, duration_ms, outcome, succeeded, bytes, entries, new_articles)
        select feed_id, at, 1, 'fetched', 1, 1, 1, 0 from poll where id = (select max(id) from poll)`,
    ],
    /^doubled: 1 polls of http/,
  ],
  ['sums of a day that are wrong', ['update feed_day set polls = polls + 1'], /^the sums of feed \d+ on day \d+ have/],
  ['a delivery without a record', ['delete from delivery'], /was delivered without a record$/],
  ['a delivery that is recorded as failed', [`update delivery set outcome = 'failed'`], /is recorded as failed$/],
  [
    'a delivery that never arrived',
    [`update delivery set subject = 'digest:2020-01-01:morning'`],
    /^digest:2020-01-01:morning is recorded as sent, but never arrived$/,
  ],
]

const SEARCH_ROW = { sqlite: 'rowid', postgres: 'article_id' }

describe.each(sampledKinds(import.meta.url))('on %s the comparison with the truth', (kind) => {
  let folder: string
  let desk: ChaosDesk
  let whole: Awaited<ReturnType<typeof newDatabase>>
  let mark: PollMark
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
    whole = await newDatabase(kind)
    const truth = await startTruth(null)
    desk = await openDesk({ folder, address: whole.address, truth, done: {} })
    for (let n = 0; n < 10; n++) truth.publish(chanceOf(n), Date.now())
    mark = await settle(desk)
  })
  afterAll(async () => {
    await desk.close()
    await desk.truth.close()
    await whole.drop()
    rmSync(folder, { recursive: true })
  })

  const faultsAfter = async (statements: readonly string[]): Promise<string[]> => {
    const { address, drop } = await copyDatabase(whole.address)
    await onDatabase(address, async (db) => {
      if (kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
    })
    const faults = await findDifferences(address, desk.truth, mark)
    await drop()
    return faults
  }

  test('finds nothing in a whole store, and has seen a delivery', async () => {
    expect(await faultsAfter([])).toEqual([])
    expect([...desk.truth.deliveries.times().values()]).toEqual([1])
  })

  test.each(PLANTED)('finds %s', async (_fault, statements, says) => {
    expect(await faultsAfter(statements)).toContainEqual(expect.stringMatching(says))
  })

  test('finds an article that search does not find', async () => {
    // The index is filled first, so that the missing row is behind its cursor.
    await findDifferences(whole.address, desk.truth, mark)
    const statement = `delete from search where ${SEARCH_ROW[kind]} = ${one}`
    expect(await faultsAfter([statement])).toEqual([expect.stringMatching(/^search for "item\d+x" finds nothing/)])
  })

  test('finds a delivery that arrived twice', async () => {
    const post = () =>
      fetch(desk.truth.webhook, { method: 'POST', headers: { 'x-copytaster-delivery': 'twice' }, body: '{}' })
    await post()
    await post()
    expect(await faultsAfter([])).toEqual(['twice was delivered 2 times', 'twice was delivered without a record'])
    desk.truth.deliveries.forget()
  })

  test('says so when it has seen no delivery', async () => {
    const fresh = await startTruth(null)
    const truth = { ...desk.truth, deliveries: fresh.deliveries }
    expect(await findDifferences(whole.address, truth, mark)).toContain(
      'no delivery was ever seen: nothing was compared',
    )
    await fresh.close()
  })
})
