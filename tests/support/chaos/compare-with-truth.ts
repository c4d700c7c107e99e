import { sql } from 'kysely'
import { searchQuery } from '../../../src/core/text/search-query.ts'
import { isMissingFile, openStore, type Store } from '../../../src/io/store/open-store.ts'
import { danglingReferences, onDatabase } from '../stored-references.ts'
import type { KnownTruth, TrueItem } from './truth.ts'

/** The last poll that a store had when counting began; see `pollMark`. */
export type PollMark = number

/** From here on the polls of the store are compared with what the publishers answered. */
export async function pollMark(address: string): Promise<PollMark> {
  if (isMissingFile(address)) return 0
  return onDatabase(address, async (db) => {
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from poll`.execute(db)
    return rows[0]!.id
  })
}

/** What differs between a store and what is true; nothing runs on the store meanwhile. */
export async function findDifferences(address: string, truth: KnownTruth, since: PollMark): Promise<string[]> {
  const store = await openStore(address)
  const faults = [
    ...(await articleFaults(store, truth.items())),
    ...(await searchFaults(store, truth.items())),
    ...(await deliveryFaults(store, truth.deliveries)),
  ]
  await store.close()
  for (const [kind, count] of Object.entries(await danglingReferences(address))) faults.push(`${kind}: ${count}`)
  faults.push(...(await pollFaults(address, truth.answers(), since)))
  if (address.startsWith('sqlite:')) faults.push(...(await damage(address)))
  return faults
}

async function articleFaults(store: Store, wanted: readonly TrueItem[]): Promise<string[]> {
  const stored = await store.articlePage({ limit: 1_000_000 })
  const titles = new Map(stored.map(({ guid, title }) => [guid, title]))
  const known = new Set(wanted.map(({ guid }) => guid))
  const faults: string[] = []
  for (const { guid, title } of wanted) {
    if (!titles.has(guid)) faults.push(`lost: ${guid}`)
    else if (titles.get(guid) !== title) faults.push(`outdated: ${guid} is "${titles.get(guid)}", not "${title}"`)
  }
  if (titles.size !== stored.length) faults.push(`doubled: ${stored.length - titles.size} articles`)
  const invented = [...titles.keys()].filter((guid) => !known.has(guid))
  if (invented.length > 0) faults.push(`never published: ${invented.join(', ')}`)
  return faults
}

async function searchFaults(store: Store, wanted: readonly TrueItem[]): Promise<string[]> {
  const faults: string[] = []
  while ((await store.updateSearch(200)) > 0);
  for (const { guid, title } of wanted) {
    const word = title.split(' ').at(-1)!
    const hits = await store.searchArticles(searchQuery(word, { now: 0, zone: 'UTC' }), 10)
    const found = hits.map(({ article }) => article.guid)
    if (found.join() !== guid) faults.push(`search for "${word}" finds ${found.join(', ') || 'nothing'}, not ${guid}`)
  }
  return faults
}

async function deliveryFaults(store: Store, seen: KnownTruth['deliveries']): Promise<string[]> {
  const faults: string[] = []
  const made = (await store.deliveries(0, 1_000_000)).filter(({ channel }) => channel === 'webhook')
  const recorded = new Map(made.map((one) => [one.subject, one.outcome]))
  if (seen.total() === 0) faults.push('no delivery was ever seen: nothing was compared')
  for (const [key, times] of seen.times()) {
    if (times > 1) faults.push(`${key} was delivered ${times} times`)
    if (!recorded.has(key)) faults.push(`${key} was delivered without a record`)
    if (recorded.get(key) === 'failed') faults.push(`${key} was delivered, but is recorded as failed`)
  }
  for (const [key, outcome] of recorded) {
    if (outcome === 'sent' && !seen.wasEverSeen(key)) faults.push(`${key} is recorded as sent, but never arrived`)
  }
  return faults
}

interface CountRow {
  readonly name: string
  readonly stored: number
  readonly counted: number
}

/** Each answer of a publisher since the mark is one poll, and the sums of a day are those of its polls. */
async function pollFaults(address: string, answers: ReadonlyMap<string, number>, since: PollMark): Promise<string[]> {
  return onDatabase(address, async (db) => {
    const { rows } = await sql<CountRow>`select feed.url as name, count(poll.id) as stored, 0 as counted
      from feed left join poll on poll.feed_id = feed.id and poll.id > ${since} group by feed.url`.execute(db)
    const stored = new Map(rows.map(({ name, stored: count }) => [name, count]))
    const faults: string[] = []
    for (const [url, count] of answers) {
      const have = stored.get(url) ?? 0
      if (have < count) faults.push(`lost: ${count - have} polls of ${url}`)
      if (have > count) faults.push(`doubled: ${have - count} polls of ${url}`)
    }
    const days = await sql<CountRow>`select feed_id || ' on day ' || day as name, polls as stored,
      (select count(*) from poll where poll.feed_id = feed_day.feed_id and poll.at >= day * 86400000.0
        and poll.at < (day + 1) * 86400000.0) as counted from feed_day`.execute(db)
    for (const { name, stored: sum, counted } of days.rows) {
      if (sum !== counted) faults.push(`the sums of feed ${name} have ${sum} polls, the polls are ${counted}`)
    }
    return faults
  })
}

async function damage(address: string): Promise<string[]> {
  const check = sql<{ integrity_check: string }>`pragma integrity_check`
  const { rows } = await onDatabase(address, (db) => check.execute(db))
  const found = rows[0]!.integrity_check
  return found === 'ok' ? [] : [`the file is damaged: ${found}`]
}
