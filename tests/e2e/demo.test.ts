import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ensureNewerNode } from '../../scripts/ensure.mjs'
import { explainArticle } from '../../src/app/explain-story.ts'
import { createStoryKeeper } from '../../src/app/refine-stories.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { worldFrom } from '../../src/core/demo/world-from.ts'
import { worldTruth } from '../../src/core/demo/world-truth.ts'
import { openStore, type Store } from '../../src/io/store/open-store.ts'
import { withDemo } from '../../src/play-demo.ts'
import { copytaster, runNode } from '../support/built-program.ts'
import { databaseKinds, newDatabase } from '../support/databases.ts'
import { installedMain, installPackage } from '../support/installed-package.ts'
import { sampled } from '../support/sampled.ts'
import { pairsOf, pairWithoutChain, type StoryPair } from '../support/why-chain.ts'
import { type DayTopic, worldDays } from '../support/world-days.ts'

/* Three days of the invented world, through the program as it is packed and installed. */

const world = worldFrom(parse(readFileSync(new URL('../../demo/world.yaml', import.meta.url), 'utf8')))
const truth = worldTruth(world)

const folder = mkdtempSync(join(tmpdir(), 'copytaster-demo-'))

interface Play {
  readonly kind: 'sqlite' | 'postgres'
  readonly seed: number
  readonly zone: string
  readonly out: string
  readonly node?: string
}

async function play({ kind, seed, zone, out, node }: Play, look = async (_: Store) => {}): Promise<string> {
  const database = await newDatabase(kind)
  const address = ['--database', database.address]
  const args = ['demo', '--no-serve', '--json', '--quiet', '--out', out, '--seed', String(seed), ...address]
  const { code, stdout, stderr } = await runNode([installedMain(folder), ...args], {
    env: { TZ: zone },
    ...(node === undefined ? {} : { node }),
  })
  expect([code, stderr]).toEqual([0, ''])
  const store = await openStore(database.address)
  await look(store)
  await store.close()
  await database.drop()
  return stdout
}

/** What the first day was about when it ended: played in this process, since the program has no reason to stop there. */
async function firstDay(): Promise<DayTopic[]> {
  const database = await newDatabase('sqlite')
  const [day] = truth.days
  const over = new Error('the first day is over')
  const share = (day!.to - truth.opensAt) / (truth.closesAt - truth.opensAt)
  const onReport = (_: unknown, passed: number) => {
    if (passed > share) throw over
  }
  const play = withDemo({ seed: 1, database: database.address, version: 'test' }, { onReport }, async () => {})
  await expect(play).rejects.toBe(over)
  const store = await openStore(database.address)
  await createStoryKeeper(store, policyOf('calibrated')).refine(day!.to, 'whole')
  const [topics] = await worldDays(store, truth, [day!])
  await store.close()
  await database.drop()
  return topics!
}

/** What `why` says of every article of a store, asked about a thousand random pairs of one story. */
async function unexplainedPair(store: Store): Promise<StoryPair | null> {
  const stories = await store.storyPage({ limit: 10_000, leastMembers: 2 })
  const members = await Promise.all(stories.map(({ key }) => store.membersOf(key)))
  const articles = await store.articlesByKey(members.flat().map(({ article }) => article))
  const byKey = new Map(articles.map((one) => [one.key, one]))
  const byId = new Map(articles.map((one) => [String(one.id), one]))
  const ids = members.map((list) => list.map(({ article }) => String(byKey.get(article)!.id)))
  return pairWithoutChain(pairsOf(ids), (id) => explainArticle(store, byId.get(id)!, 1))
}

/** The first line that differs, with the one before it: the whole is too long to look at. */
function firstDifference(a: string, b: string): string | null {
  const [left, right] = [a.split('\n'), b.split('\n')]
  const at = left.findIndex((line, i) => line !== right[i])
  return at === -1 && left.length === right.length ? null : `${left[at - 1]}\n${left[at]}\n${right[at]}`
}

interface Played {
  readonly articles: readonly { readonly source: string; readonly url: string | null; readonly title: string }[]
  readonly feeds: readonly { readonly source: string; readonly url: string; readonly state: string }[]
}

describe('the demonstration', () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  let first: string
  let days: DayTopic[][] = []
  let unexplained: StoryPair | null = ['not', 'looked at']
  beforeAll(async () => {
    installPackage(folder)
    first = await play({ kind: 'sqlite', seed: 1, zone: 'Asia/Taipei', out: one }, async (store) => {
      days = await worldDays(store, truth)
      unexplained = await unexplainedPair(store)
    })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  test('comes out the same, byte for byte, for another order of arrival, zone, database and Node', async () => {
    const node = ensureNewerNode()
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./)
    // Reading into PostgreSQL takes twice as long.
    const kind = sampled('database of the demonstration', databaseKinds).at(-1)!
    const second = await play({ kind, seed: 2, zone: 'America/New_York', out: other, node })
    expect(firstDifference(first, second)).toBeNull()
    const files = readdirSync(one)
    expect(files.map((name) => name.split('.').at(-1)).sort()).toEqual(['atom', 'eml', 'html', 'json', 'md', 'rss'])
    expect(readdirSync(other)).toEqual(files)
    const text = (out: string, name: string) => readFileSync(join(out, name), 'utf8')
    for (const name of files) expect(firstDifference(text(one, name), text(other, name)), name).toBeNull()
  })

  test('names by why a chain of links between any two articles of a story', () => expect(unexplained).toBeNull())

  test('finds every planted trend, and no other', () => {
    const found = days.map((topics) =>
      topics.flatMap(({ tag, story }) => (tag === null ? [] : `${tag} ${story}`)).sort(),
    )
    expect(found).toEqual(truth.days.map(({ trends }) => trends.map(({ tag, story }) => `${tag} ${story}`).sort()))
  })

  // Three days later its end cannot be told any more: witnesses who came meanwhile count.
  test('has the top stories of the first day on top when it ends, in their order', async () => {
    const top = truth.days[0]!.top
    const shown = (await firstDay()).filter(({ isToldAbove }) => !isToldAbove)
    expect(shown.slice(0, top.length).map(({ story }) => story)).toEqual(top)
  })

  test('puts the top stories of the later days into their order', () => {
    const order = (day: number) =>
      days[day]!.flatMap(({ story }) => (truth.days[day]!.top.includes(story ?? '') ? story : []))
    for (const day of [1, 2]) expect(order(day), `day ${day + 1}`).toEqual(truth.days[day]!.top)
    expect(days[2]!.slice(0, 4).map(({ story }) => story)).toEqual(truth.days[2]!.top)
  })

  test('ends with a digest that names no port, no id and no path of the machine', () => {
    for (const name of readdirSync(one)) {
      const text = readFileSync(join(one, name), 'utf8')
      expect(text.length, name).toBeGreaterThan(2000)
      expect(text, name).not.toMatch(/127\.0\.0\.1|:\d{5}\/|\/tmp\/|copytaster-demo/)
    }
  })

  test('leaves every publisher in the state its faults lead to, at the address it ended at', () => {
    const { feeds } = JSON.parse(first) as Played
    const states = feeds.map(({ source, state, url }) => [source, state, url])
    expect(states).toEqual(truth.feeds.map(({ url, state, finalUrl }) => [url, state, finalUrl]))
  })

  test('has the articles of every publisher that writes its own, however broken its documents', () => {
    const { articles } = JSON.parse(first) as Played
    const writers = truth.feeds.filter(({ id }) =>
      truth.entries.some((entry) => entry.feed === id && entry.relation !== 'copy' && entry.reachable !== null),
    )
    expect(writers.length).toBeGreaterThan(30)
    for (const { url } of writers) {
      expect(articles.filter(({ source }) => source === url).length, url).toBeGreaterThan(0)
    }
  })

  test('never touches a database that is in use', async () => {
    const database = await newDatabase('sqlite')
    await copytaster(['migrate', '--database', database.address])
    await copytaster([
      'feeds',
      'list',
      '--config',
      new URL('../../demo/feeds.yaml', import.meta.url).pathname,
      '--database',
      database.address,
    ])
    const { code, stderr } = await copytaster(['demo', '--no-serve', '--database', database.address])
    expect(code).toBe(2)
    expect(stderr).toContain('the demonstration needs an empty one of its own')
    await database.drop()
  })
})
