import { sql } from 'kysely'
import { BACKED_UP } from '../../src/io/store/backup-tables.ts'
import { type Db, type Tx, tableNames } from '../../src/io/store/dialect.ts'
import { insertRows } from '../../src/io/store/insert-rows.ts'
import { migrateStore } from '../../src/io/store/open-store.ts'
import { copyDatabase, type DatabaseKind } from './databases.ts'
import { restoredFixture } from './restored-fixture.ts'
import { onDatabase } from './stored-references.ts'

/* A store with rows in every table, and values that are easily lost on the way from one database to another. */

/** A store of an older program: tests/fixtures/upgrade/README.md says what it holds. */
export const OLD_STORE = '30c75e6'

const AT = Date.UTC(2026, 10, 14, 12)
const bytes = (...values: number[]) => new Uint8Array(values)
/** Characters of two and four bytes, quotes, a line break, a right-to-left word, what JSON escapes. */
const ODD = 'Å–ß "it\'s" \\ \n\t 🚢 مكتبة \u2028 𝒳'

/** Made once in a process, and copied: restoring and migrating takes longer than most tests of it. */
const originals = new Map<string, ReturnType<typeof madeStore>>()

/** The old store, migrated, with what came later; `more` adds so many polls, events and deliveries. */
export async function richStore(kind: DatabaseKind, more = 0) {
  const name = `${kind} ${more}`
  const original = originals.get(name) ?? madeStore(kind, more)
  originals.set(name, original)
  return copyDatabase((await original).address)
}

async function madeStore(kind: DatabaseKind, more: number) {
  const database = await restoredFixture(OLD_STORE, kind)
  await migrateStore(database.address)
  await onDatabase(database.address, (db) => db.transaction().execute((tx) => addTheRest(tx, more)))
  return database
}

async function addTheRest(tx: Tx, more: number): Promise<void> {
  const { id: article, key } = await tx
    .selectFrom('article')
    .select(['id', 'key'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { id: source } = await tx.selectFrom('source').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { key: story } = await tx.selectFrom('story').select('key').orderBy('key').executeTakeFirstOrThrow()
  const add = async (table: Parameters<typeof insertRows>[1], row: object) =>
    Number((await insertRows(tx, table, [row], table in NUMBERED ? 'returning id' : ''))[0]?.id)
  const reader = await add('reader', {
    name: ODD,
    profile: '{"interests":["harbours"]}',
    created_at: AT,
    role: 'reader',
  })
  await add('full_text', {
    ...{
      article_id: article,
      url: 'https://a.example/1',
      html: `<p>${ODD.repeat(20_000)}</p>`,
      text: ODD,
      word_count: 4,
    },
    ...{ fetched_at: AT, sanitizer_version: 1, tried_at: AT, content_hash: 'h', failures: 0 },
  })
  await add('link', {
    ...{ article_key: key, other_key: bytes(255, 0, 1), holds: 1, layer: 'title', measure: 'jaccard' },
    ...{ value: 0.1 + 0.2, threshold: 1 / 3, evidence: ODD },
  })
  await add('idf_epoch', { language: 'en', n: 1, at: AT, value: bytes(0, 127, 128, 255) })
  await add('subscription', { reader_id: reader, source_id: source, name: ODD, since: AT })
  await add('token', { hash: bytes(9), reader_id: reader, kind: 'token', scopes: 'read', created_at: AT, used_at: AT })
  await add('tab', { reader_id: reader, key: 'Zürich', name: ODD, position: 1, created_at: AT })
  await add('tab', { reader_id: reader, key: 'apple', name: 'a', position: 2, created_at: AT })
  await add('tab', { reader_id: reader, key: 'Banana', name: 'b', position: 3, created_at: AT })
  const rule = await add('rule', { reader_id: reader, kind: 'mute', query: ODD, created_at: AT, checked_to: 5 })
  await add('rule_hit', { reader_id: reader, article_id: article, rule_id: rule, kind: 'mute' })
  const search = await add('saved_search', { reader_id: reader, name: ODD, query: 'q', as_tab: 1, created_at: AT })
  await add('search_digest', {
    ...{ reader_id: reader, search_id: search, local_date: '2026-11-14', at: AT, made_at: AT, up_to: 7 },
  })
  await add('followed_story', { reader_id: reader, story_key: story, since: AT, newsrooms: 2 })
  await add('read_again', { reader_id: reader, article_key: key, at: AT })
  await tx
    .updateTable('host')
    .set({ lease_owner: 'a process', lease_until: AT + 60_000 })
    .execute()
  await addMore(tx, more)
  // The last id is given to nobody again, although its row is gone.
  const gone = await add('reader', { name: 'gone', created_at: AT })
  await sql`delete from reader where id = ${gone}`.execute(tx)
}

const NUMBERED = { reader: 1, token: 1, rule: 1, saved_search: 1, search_digest: 1 }

async function addMore(tx: Tx, more: number): Promise<void> {
  const { id: feed } = await tx.selectFrom('feed').select('id').orderBy('id').executeTakeFirstOrThrow()
  const numbers = Array.from({ length: more }, (_, n) => n)
  const poll = { feed_id: feed, duration_ms: 1, outcome: 'fetched', succeeded: 1, bytes: 2 ** 40, entries: 0 }
  await insertRows(
    tx,
    'poll',
    numbers.map((n) => ({ ...poll, at: AT + n, new_articles: 0 })),
  )
  await insertRows(
    tx,
    'event',
    numbers.map((n) => ({ at: AT + n, kind: 'test', subject: 'feed:1', payload: ODD })),
  )
  const mail = { subject: 'digest:0:more', channel: 'email', claimed_at: AT }
  await insertRows(
    tx,
    'delivery',
    numbers.map((n) => ({ ...mail, recipient: `${n}@a.example` })),
  )
}

/** Every table that is moved, its rows as text in an order of their own. Leases end with a move. */
export function contentsOf(address: string): Promise<Record<string, string[]>> {
  return onDatabase(address, async (db: Db) => {
    const contents: Record<string, string[]> = {}
    const present = await tableNames(db)
    for (const { table } of BACKED_UP) {
      if (!present.includes(table)) continue
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
      contents[table] = rows.map(asText).sort()
    }
    return contents
  })
}

function asText(row: Record<string, unknown>): string {
  const leases = 'lease_until' in row ? { lease_owner: null, lease_until: 0 } : {}
  const values = Object.entries<unknown>({ ...row, ...leases }).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    values.map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value]),
  )
}
