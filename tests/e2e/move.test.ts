import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, tableNames } from '../../src/io/store/dialect.ts'
import { copytaster, startCopytaster } from '../support/built-program.ts'
import { type DatabaseKind, newDatabase, sampledKinds } from '../support/databases.ts'
import { contentsOf, richStore } from '../support/rich-store.ts'
import { sampled } from '../support/sampled.ts'
import { onDatabase } from '../support/stored-references.ts'

/* `copytaster migrate --from … --to …` by the built program, killed in the middle and run again. */

/** So many more polls, events and deliveries, that there is time to kill between them. */
const MORE = 20_000
/** The program is killed once this table is filled: the first, one in the middle, one with the last large table to come. */
const KILLED_AFTER = ['source', 'article', 'digest'] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-move-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => copytaster(args, { cwd: folder })

const DIRECTIONS: readonly (readonly [DatabaseKind, DatabaseKind])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
]

// That a move is whole in each direction is tested without the program, beside src/io/store/move.ts.
describe.each(sampled('direction of a move', DIRECTIONS))('a store moved from %s to %s', (fromKind, toKind) => {
  let from: Awaited<ReturnType<typeof newDatabase>>
  beforeAll(async () => {
    from = await richStore(fromKind, MORE)
  })
  afterAll(() => from.drop())

  test('is the same to every command, and said so', async () => {
    const to = await newDatabase(toKind)
    const { code, stdout, stderr } = await run('migrate', '--from', from.address, '--to', to.address)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Moved 37 feeds, 136 articles to .* in \d+ s: [\d,]+ rows in \d+ tables, all equal by count and hash\.\n/,
    )
    for (const command of ['articles', 'stories', 'feeds list', 'profile', 'readers list', 'search bridge']) {
      const [before, after] = await Promise.all(
        [from, to].map(({ address }) => run(...command.split(' '), '--json', '--database', address)),
      )
      expect([command, after!.stdout]).toEqual([command, before!.stdout])
      expect(after!.code).toBe(0)
    }
    await to.drop()
  })

  test('goes on after kill -9, wherever it comes, and nothing is doubled or lost', async () => {
    const to = await newDatabase(toKind)
    for (const table of KILLED_AFTER) await killAfter(table, to.address)
    const refused = await run('stories', '--database', to.address)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a move into the database is not finished'),
    })
    const ran = await run('migrate', '--from', from.address, '--to', to.address, '--json')
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    const moved = JSON.parse(ran.stdout)
    const kept = moved.tables
      .filter((table: { kept: boolean }) => table.kept)
      .map(({ table }: { table: string }) => table)
    expect(kept).toEqual(expect.arrayContaining([...KILLED_AFTER]))
    expect(kept).not.toContain('delivery')
    expect(await contentsOf(to.address)).toEqual(await contentsOf(from.address))
    await to.drop()
  })

  /** Runs the move and kills it once a table is filled; looks by one connection, since each new one takes time from the move. */
  async function killAfter(table: string, to: string): Promise<void> {
    const { child, ended } = startCopytaster(['migrate', '--from', from.address, '--to', to], { cwd: folder })
    await onDatabase(to, async (db) => {
      while (child.exitCode === null && !(await isFilled(db, table))) await setTimeout(2)
    })
    child.kill('SIGKILL')
    expect(await ended).toBe(null)
  }
})

async function isFilled(db: Db, table: string): Promise<boolean> {
  if (!(await tableNames(db)).includes(table)) return false
  return (await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0
}

describe.each(sampledKinds(import.meta.url))('with the settings on %s', (kind) => {
  test('the address that is not given is theirs, and no password is taken or shown', async () => {
    const [from, to] = [await richStore(kind), await newDatabase('sqlite')]
    const env = { COPYTASTER_DATABASE: from.address }
    const secret = 'postgres://me:hunter2@127.0.0.1:1/news'
    for (const option of ['--from', '--to']) {
      expect(await copytaster(['migrate', option, secret], { cwd: folder, env })).toEqual({
        code: 2,
        stdout: '',
        stderr: `${option} must not carry a password, others could see it: leave ${option} out and set COPYTASTER_DATABASE, or set PGPASSWORD\n`,
      })
    }
    const hidden = await copytaster(['migrate', '--from', from.address], {
      cwd: folder,
      env: { COPYTASTER_DATABASE: secret },
    })
    expect(hidden).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/127\.0\.0\.1:1\/news: nothing answers there/),
    })
    expect(hidden.stderr).not.toContain('hunter2')
    expect(await copytaster(['migrate', '--to', to.address], { cwd: folder, env })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await contentsOf(to.address)).toEqual(await contentsOf(from.address))
    const again = await copytaster(['migrate', '--to', to.address], { cwd: folder, env })
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('holds a store already; name an empty database, or --force deletes'),
    })
    for (const { drop } of [from, to]) await drop()
  })
})

test('--force alone says what it is for', async () => {
  expect(await run('migrate', '--force')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name another database'),
  })
})
