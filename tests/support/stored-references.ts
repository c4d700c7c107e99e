import { sql } from 'kysely'
import { storeAddress } from '../../src/io/store/address.ts'
import { type Db, openDb } from '../../src/io/store/dialect.ts'

/** Runs statements of a test on a database, beside the program. */
export async function onDatabase<T>(address: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(storeAddress(address))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What makes all feeds due now. */
export const DUE = ['update feed set next_at = 0 where next_at is not null', 'update host set due_at = 0']

/** Makes all feeds due now. */
export function makeDue(address: string): Promise<void> {
  return onDatabase(address, (db) =>
    db.transaction().execute(async (tx) => {
      for (const statement of DUE) await sql.raw(statement).execute(tx)
    }),
  )
}

/** References of the store that lead nowhere, by kind; nothing was pruned in it. */
const DANGLING: Readonly<Record<string, string>> = {
  'entry without an article': 'select count(*) as n from entry where article_id is null',
  'entry of an article that is gone': `select count(*) as n from entry where article_id is not null
    and article_id not in (select id from article)`,
  'article without a body': 'select count(*) as n from article where id not in (select article_id from article_body)',
  'article without a print': 'select count(*) as n from article where id not in (select article_id from print)',
  'article without a story': 'select count(*) as n from article where id not in (select article_id from membership)',
  'article without an entry': `select count(*) as n from article where id not in
    (select article_id from entry where article_id is not null)`,
  'story without its lead': 'select count(*) as n from story where lead_key not in (select key from article)',
  'alias of a present story': 'select count(*) as n from story_alias where key in (select key from story)',
  'alias that leads nowhere': 'select count(*) as n from story_alias where story_key not in (select key from story)',
  'body without an article': 'select count(*) as n from article_body where article_id not in (select id from article)',
  'print without an article': 'select count(*) as n from print where article_id not in (select id from article)',
  'membership without an article': `select count(*) as n from membership where article_id not in
    (select id from article)`,
}

/** The kinds of dangling references that a store has, with how many; empty for a whole one. */
export function danglingReferences(address: string): Promise<Record<string, number>> {
  return onDatabase(address, async (db) => {
    const found: Record<string, number> = {}
    for (const [kind, query] of Object.entries(DANGLING)) {
      const { n } = (await sql.raw<{ n: number }>(query).execute(db)).rows[0]!
      if (n > 0) found[kind] = n
    }
    return found
  })
}
