import { sql } from 'kysely'
import { Trouble } from '../../core/domain/trouble.ts'
import { forgetColumnTypes } from './column-types.ts'
import { type Db, type Tx, tableNames, underMigrationLock } from './dialect.ts'
import { lockOthersOut, renewIncarnation } from './incarnation.ts'
import { house } from './migrations/0001-house.ts'
import { search } from './migrations/0002-search.ts'
import { stories } from './migrations/0003-stories.ts'
import { readers } from './migrations/0004-readers.ts'
import { links } from './migrations/0005-links.ts'
import { versions } from './migrations/0006-versions.ts'
import { finalCategory } from './migrations/0007-final-category.ts'
import { incarnation } from './migrations/0008-incarnation.ts'
import { logins } from './migrations/0009-logins.ts'
import { malformedEntries } from './migrations/0010-malformed-entries.ts'
import { dailyQuota } from './migrations/0011-day-room.ts'
import { backlog } from './migrations/0012-backlog.ts'
import { skipped } from './migrations/0013-skipped.ts'
import { categorySynonyms } from './migrations/0014-category-synonyms.ts'
import { aliases } from './migrations/0015-aliases.ts'
import { searchByEitherHan } from './migrations/0016-search-by-either-han.ts'
import { subscriptions } from './migrations/0017-subscriptions.ts'
import { retentionIndexes } from './migrations/0018-retention-indexes.ts'
import { server } from './migrations/0019-server.ts'
import { ownFiling } from './migrations/0021-own-filing.ts'
import { signingKey } from './migrations/0022-signing-key.ts'
import { readAgain } from './migrations/0023-read-again.ts'
import { fullText } from './migrations/0024-full-text.ts'
import { visits } from './migrations/0025-visits.ts'
import { searchDigests } from './migrations/0026-search-digests.ts'
import { aliasesByStory } from './migrations/0027-aliases-by-story.ts'
import { smallMerges } from './migrations/0028-small-merges.ts'
import { workers } from './migrations/0029-workers.ts'
import { hotRows } from './migrations/0030-hot-rows.ts'
import { searchFilters } from './migrations/0031-search-filters.ts'
import { searchLexemes } from './migrations/0032-search-lexemes.ts'
import { partitions } from './migrations/0033-partitions.ts'
import { actsOfReaders } from './migrations/0034-acts-of-readers.ts'

/** In order; a released name is never changed. */
const migrations: readonly (readonly [name: string, up: (tx: Tx) => Promise<void>])[] = [
  ['0001-house', house],
  ['0002-search', search],
  ['0003-stories', stories],
  ['0004-readers', readers],
  ['0005-links', links],
  ['0006-versions', versions],
  ['0007-final-category', finalCategory],
  ['0008-incarnation', incarnation],
  ['0009-logins', logins],
  ['0010-malformed-entries', malformedEntries],
  ['0011-day-room', dailyQuota],
  ['0012-backlog', backlog],
  ['0013-skipped', skipped],
  ['0014-category-synonyms', categorySynonyms],
  ['0015-aliases', aliases],
  ['0016-search-by-either-han', searchByEitherHan],
  ['0017-subscriptions', subscriptions],
  ['0018-retention-indexes', retentionIndexes],
  ['0019-server', server],
  ['0021-own-filing', ownFiling],
  ['0022-signing-key', signingKey],
  ['0023-read-again', readAgain],
  ['0024-full-text', fullText],
  ['0025-visits', visits],
  ['0026-search-digests', searchDigests],
  ['0027-aliases-by-story', aliasesByStory],
  ['0028-small-merges', smallMerges],
  ['0029-workers', workers],
  ['0030-hot-rows', hotRows],
  ['0031-search-filters', searchFilters],
  ['0032-search-lexemes', searchLexemes],
  ['0033-partitions', partitions],
  ['0034-acts-of-readers', actsOfReaders],
]

/** What is made when the rows are there: which partitions there have to be depends on them. */
const MADE_OF_ROWS = '0033-partitions'

/** The steps to be taken before a database is filled with the rows of a store that has these. */
export const stepsBeforeRows = (steps: readonly string[]): readonly string[] =>
  steps.filter((name) => name !== MADE_OF_ROWS)

/**
 * Migrates the database to this program's schema, all steps or none, and returns the names of the steps taken.
 * Concurrent processes take turns. Kysely's own migrator checks what is done before its transaction starts, so two
 * processes on one SQLite file take the same step twice.
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  // Most of the time there is nothing to do, and nobody has to wait for it.
  if ((await pendingMigrations(db)).length === 0) return []
  return underMigrationLock(db, async (tx) => {
    if ((await pendingMigrations(tx)).length === 0) return []
    await lockOthersOut(tx)
    return becomeCurrent(tx)
  })
}

/** Takes all steps that are not done; what other processes have read is void then. */
export async function becomeCurrent(tx: Tx): Promise<readonly string[]> {
  const steps = await takeSteps(tx, null)
  await renewIncarnation(tx)
  return steps
}

/** Takes the named steps, or all, that are not done; a backup is restored into the schema it was made with. */
export async function takeSteps(tx: Tx, only: readonly string[] | null): Promise<readonly string[]> {
  const done = await doneMigrations(tx)
  refuseNewer([...done, ...(only ?? [])])
  if (done.length === 0) await sql`create table if not exists migration (name text primary key)`.execute(tx)
  const pending = migrations.filter(([name]) => !done.includes(name) && (only === null || only.includes(name)))
  for (const [name, up] of pending) {
    await up(tx)
    forgetColumnTypes(tx)
    await sql`insert into migration (name) values (${name})`.execute(tx)
  }
  return pending.map(([name]) => name)
}

/** Steps of this program that the database does not have. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await knownMigrations(db)
  return migrations.map(([name]) => name).filter((name) => !done.includes(name))
}

/** The same, refusing a schema that this program does not know. */
export async function knownMigrations(db: Db): Promise<string[]> {
  const done = await doneMigrations(db)
  refuseNewer(done)
  return done
}

/** The steps the database has; none when it is new. */
export async function doneMigrations(db: Db): Promise<string[]> {
  if (!(await tableNames(db)).includes('migration')) return []
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  return rows.map((row) => row.name)
}

/** How the name begins that stands among the migrations while a store is moved into the database. */
export const UNFINISHED_MOVE = 'unfinished-move-'

export const isUnfinishedMove = (name: string): boolean => name.startsWith(UNFINISHED_MOVE)

/** Refuses a newer schema: an older program could misread or damage it. */
function refuseNewer(done: readonly string[]): void {
  const unknown = done.find((name) => !migrations.some(([known]) => known === name))
  if (unknown === undefined) return
  if (isUnfinishedMove(unknown)) {
    throw new Trouble(
      'a move into the database is not finished: run `copytaster migrate --from … --to …` again, or delete the database',
    )
  }
  throw new Trouble(
    `the database was made by a newer Copytaster (it has "${unknown}"): install that version, or restore a backup`,
  )
}
