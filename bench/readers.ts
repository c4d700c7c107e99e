import { anApp, type Desk } from '../tests/support/an-app.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aSource } from '../tests/support/poll-records.ts'
import { madeUp } from './digest-store.ts'
import { markdownTable, median } from './measure.ts'

/* What several readers cost: two thousand feeds are polled for one reader, then for fifty with two hundred subscriptions each; then
   the digest hour of all fifty. Feeds answer at once, from memory; the store is SQLite in a file. */

const FEEDS = Number(process.env.BENCH_FEEDS ?? 2_000)
const READERS = 50
const SUBSCRIPTIONS = FEEDS / 10
const ITEMS = 5
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AT = Date.UTC(2026, 10, 16, 6)
const urlOf = (n: number) => `https://news${n}.example/rss`

export async function benchReaders(say: (line: string) => void): Promise<void> {
  const database = await newDatabase('sqlite')
  const desk = await anApp({ now: AT - 4 * DAY_MS, address: database.address })
  try {
    await desk.store.viewOf(1).addSources(
      Array.from({ length: FEEDS }, (_, n) => aSource(urlOf(n), { position: n })),
      AT - 4 * DAY_MS,
    )
    const passes = [await pass(desk, 0, 1), await pass(desk, 1, 1)]
    await addReaders(desk)
    passes.push(await pass(desk, 2, 1 + READERS), await pass(desk, 3, 1 + READERS))
    say(markdownTable(['readers', 'feeds polled', 'new articles', 'ms per poll, all cores'], passes))
    say('')
    say(await digestHour(desk))
  } finally {
    await desk.close()
    await database.drop()
  }
}

/** One poll of every feed, each with new articles. */
async function pass(desk: Desk, nth: number, readers: number): Promise<string[]> {
  const at = AT - HOUR_MS - (3 - nth) * DAY_MS
  desk.setClock(at)
  const made = madeUp(nth * FEEDS * ITEMS, FEEDS * ITEMS, 4 * FEEDS * ITEMS, at - DAY_MS)
  for (let n = 0; n < FEEDS; n++) {
    const own = made.slice(n * ITEMS, (n + 1) * ITEMS).map(({ article }, i) => ({
      title: article.title,
      text: article.text!,
      url: `https://news${n}.example/${nth}-${i}`,
      at: at - (1 + i) * 60_000,
    }))
    desk.publish(urlOf(n), own)
  }
  const before = process.cpuUsage()
  let added = 0
  let polled = 0
  await desk.app.polls.runDue(({ count }) => {
    added += count.added
    polled++
  })
  const { user, system } = process.cpuUsage(before)
  const perPoll = ((user + system) / 1000 / polled).toFixed(2)
  return [String(readers), String(polled), String(added), perPoll]
}

async function addReaders(desk: Desk): Promise<void> {
  for (let r = 0; r < READERS; r++) {
    const reader = await desk.app.readers.add({ name: `reader-${r}`, role: 'reader', email: `${r}@example.org` })
    // Half of the feeds of a reader are those that many follow.
    const chosen = Array.from({ length: SUBSCRIPTIONS }, (_, i) =>
      i % 2 === 0 ? i : (r * 37 + i * 13 + SUBSCRIPTIONS) % FEEDS,
    )
    const requests = [...new Set(chosen)].map((n) => aSource(urlOf(n), { position: n }))
    await desk.store.viewOf(reader.id).addSources(requests, AT - HOUR_MS)
  }
}

/** The morning digests of all readers, one after the other, as the daemon makes them. */
async function digestHour(desk: Desk): Promise<string> {
  desk.setClock(AT + HOUR_MS)
  const each: number[] = []
  let articles = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  for (const reader of (await desk.app.readers.list()).slice(1)) {
    const before = performance.now()
    const [made] = await desk.app.forReader(reader).digests.makeDue(AT - 2 * HOUR_MS)
    each.push(performance.now() - before)
    articles += made?.stored.digest.health.newArticles ?? 0
  }
  const { user, system } = process.cpuUsage(cpu)
  const row = [
    String(each.length),
    String(Math.round(articles / each.length)),
    (performance.now() - started).toFixed(0),
    ((user + system) / 1000).toFixed(0),
    each[0]!.toFixed(0),
    median(each.slice(1)).toFixed(0),
    Math.max(...each.slice(1)).toFixed(0),
  ]
  const headings = [
    'readers',
    'articles each',
    'all ms',
    'ms on all cores',
    'first, with stories ms',
    'median of the others ms',
    'longest of the others ms',
  ]
  return markdownTable(headings, [row])
}
