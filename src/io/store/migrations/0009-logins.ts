import { sql } from 'kysely'
import { keyHash } from '../../../core/text/key-hash.ts'
import { splitLogin, withoutLogin } from '../../../core/text/login.ts'
import { sourceKey } from '../../../core/text/source-key.ts'
import { toBytes } from '../bytes.ts'
import type { Tx } from '../dialect.ts'

/* The login of a feed's address becomes a column of its own: all else that is stored may be shown. */

interface StoredUrl {
  readonly id: number
  readonly url: string
}

/** Logins apart from addresses, in sources, feeds, deliveries and stored digests. */
export async function logins(tx: Tx): Promise<void> {
  await sql`alter table source add column login text`.execute(tx)
  for (const { id, url, crawled } of await urlsIn(tx, 'source')) {
    const { url: bare, login } = splitLogin(url)
    if (login === null) continue
    await sql`update source set url = ${bare}, login = ${login} where id = ${id}`.execute(tx)
    if (!crawled)
      await sql`update source set url_key = ${toBytes(keyHash(sourceKey(url)))} where id = ${id}`.execute(tx)
    await hideInDigests(tx, url, bare)
  }
  for (const { id, url, previous } of await urlsIn(tx, 'feed')) {
    const [bare, before] = [withoutLogin(url), JSON.stringify(JSON.parse(previous!).map(withoutLogin))]
    if (bare === url && before === previous) continue
    await sql`update feed set url = ${bare}, previous_urls = ${before} where id = ${id}`.execute(tx)
    await hideInDigests(tx, url, bare)
  }
  const { rows } =
    await sql<StoredUrl>`select id, recipient as url from delivery where recipient like '%://%@%'`.execute(tx)
  for (const { id, url } of rows)
    await sql`update delivery set recipient = ${withoutLogin(url)} where id = ${id}`.execute(tx)
}

async function urlsIn(tx: Tx, table: 'source' | 'feed') {
  const extra = table === 'source' ? `origin = 'crawl' as crawled` : 'previous_urls as previous'
  const has = table === 'source' ? 'url' : 'url || previous_urls'
  const text = `select id, url, ${extra} from ${table} where ${has} like '%://%@%' order by id`
  const { rows } = await sql.raw<StoredUrl & { crawled?: number | boolean; previous?: string }>(text).execute(tx)
  return rows
}

/** A digest names the feeds that failed, by their addresses. */
async function hideInDigests(tx: Tx, url: string, bare: string): Promise<void> {
  const [from, to] = [JSON.stringify(url).slice(1, -1), JSON.stringify(bare).slice(1, -1)]
  await sql`update digest set value = replace(value, ${from}, ${to}) where value like ${`%${from}%`}`.execute(tx)
}
