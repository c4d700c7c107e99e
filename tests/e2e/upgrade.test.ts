import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleChores, finishChores } from '../../src/app/article-chores.ts'
import { PRINT_VERSION } from '../../src/core/dedup/print/print-layout.ts'
import { migrateStore, openStore, type Store } from '../../src/io/store/open-store.ts'
import { copytaster } from '../support/built-program.ts'
import { databaseKinds, newDatabase } from '../support/databases.ts'
import { type Row, rawTables, restoredFixture } from '../support/restored-fixture.ts'
import { engageReader, PART_ENDS_AT, type PollPass, playPart, regularPasses } from '../support/world-part.ts'

/* A store that an older program wrote is opened by this one: nothing is lost, and what comes after is decided as if this
   program had been there from the start. tests/fixtures/upgrade/README.md says what the store holds. */

const COMMIT = '30c75e6'
const MINUTE = 60_000
/** The last look of the first part takes some seconds. */
const UPGRADED_AT = PART_ENDS_AT + MINUTE
const LATER = UPGRADED_AT + 9 * 60 * MINUTE

/** What a migration removes or sets anew on purpose, by table: the rows that must be as before, in the form of today. */
const CHANGED: Readonly<
  Record<string, (rows: readonly Row[], all: ReadonlyMap<string, readonly Row[]>) => readonly Row[]>
> = {
  // 0005: names of stories that still live lead nowhere else.
  story_alias: (rows, all) => rows.filter(({ key }) => !all.get('story')!.some((story) => story.key === key)),
  // 0005: stories are settled anew by the rule that links them. 0016: the search index is made anew.
  derived_cursor: (rows) =>
    rows.map((row) => (row.name === 'stories' || row.name === 'search' ? { ...row, position: 0 } : row)),
  membership: (rows) => rows.map(({ gain, runner_up, runner_up_gain, ...row }) => row),
}

/** The rows in an order of their own, bytes as hex; only the columns that the others have too. */
function comparable(rows: readonly Row[]): string[] {
  const plain = (_: string, value: unknown) => {
    const bytes = value as { readonly type?: string; readonly data?: readonly number[] } | null
    return bytes?.type === 'Buffer' ? Buffer.from(bytes.data!).toString('hex') : value
  }
  const sorted = (row: Row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
  return rows.map((row) => JSON.stringify(sorted(row), plain)).sort()
}

/** A table as it is now, without the columns that came with later migrations. */
function asBefore(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  const columns = Object.keys(before[0] ?? {})
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}

/** All that polls from an instant on came to, by the keys of articles: ids depend on who came first. */
async function decisionsSince(store: Store, since: number) {
  const articles = await store.articlePage({ limit: 10_000 })
  const keyOf = new Map(articles.map(({ id, key }) => [id, key]))
  const fresh = articles.filter(({ firstSeen }) => firstSeen >= since)
  const byText = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort()
  const origins = await Promise.all(
    articles.map(async ({ id, key }) => (await store.originsOf(id)).map((origin) => ({ key, ...origin }))),
  )
  const matches = await Promise.all(fresh.map(({ key }) => store.matchesOf(key)))
  const stories = new Map<string, string[]>()
  for (const { article, story } of await store.membershipsSince(0))
    stories.set(story, [...(stories.get(story) ?? []), article].sort())
  return {
    articles: byText(articles.map(({ id, ...article }) => article)),
    dispositions: byText(origins.flat().filter(({ firstSeen }) => firstSeen >= since)),
    matches: byText(matches.flat().map(({ epoch, ...match }) => match)),
    stories: byText([...stories.values()]),
    prints: byText(
      (await store.printsAfter(0, 10_000)).map(({ article, version, value }) => [
        keyOf.get(article),
        version,
        Buffer.from(value).toString('hex'),
      ]),
    ),
  }
}

/** Plays what follows the upgrade, and gives what was decided. */
async function goOn(address: string) {
  await playPart(address, regularPasses(UPGRADED_AT, LATER))
  const store = await openStore(address)
  await finishChores(articleChores({ name: 'calibrated' }), store)
  const decisions = await decisionsSince(store, UPGRADED_AT)
  await store.close()
  return decisions
}

/** The polls that the older program made: this one would choose other times. */
async function recordedPasses(address: string): Promise<PollPass[]> {
  const tables = await rawTables(address)
  const urls = new Map(tables.get('source')!.map(({ id, url }) => [id, String(url)]))
  const sources = new Map(tables.get('feed')!.map(({ id, source_id }) => [id, source_id]))
  const passes = new Map<number, string[]>()
  for (const { feed_id, at } of tables.get('poll')!) {
    const feeds = passes.get(Number(at)) ?? []
    passes.set(Number(at), [...feeds, urls.get(sources.get(feed_id))!])
  }
  return [...passes].sort(([a], [b]) => a - b).map(([at, feeds]) => ({ at, feeds }))
}

let expected: ReturnType<typeof goOn> | null = null

/** What the same days come to in a store that no other program touched; the reader says the same of its articles. */
function ofThisProgram(): ReturnType<typeof goOn> {
  expected ??= (async () => {
    const [old, own] = [await restoredFixture(COMMIT, 'sqlite'), await newDatabase('sqlite')]
    const store = await openStore(old.address)
    const constraints = await store.storyConstraints()
    await store.close()
    await playPart(own.address, await recordedPasses(old.address), async (app, ownStore) => {
      await engageReader(app, ownStore)
      await ownStore.addConstraints(constraints)
    })
    const decisions = await goOn(own.address)
    for (const database of [old, own]) await database.drop()
    return decisions
  })()
  return expected
}

describe.each(databaseKinds)(`a store of ${COMMIT} on %s`, (kind) => {
  let database: Awaited<ReturnType<typeof restoredFixture>>
  beforeAll(async () => {
    database = await restoredFixture(COMMIT, kind)
  })
  afterAll(() => database.drop())

  test('has something of everything', async () => {
    const tables = await rawTables(database.address)
    const empty = [...tables].flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
    // A week of articles would make the file large.
    expect(empty).toEqual(['idf_epoch'])
    expect(new Set(tables.get('print')!.map(({ version }) => version))).toEqual(new Set([1]))
  })

  test('is migrated without losing or changing a row', async () => {
    const before = await rawTables(database.address)
    expect((await migrateStore(database.address))[0]).toBe('0005-links')
    const after = await rawTables(database.address)
    for (const [name, rows] of before) {
      if (name === 'migration') continue
      const expected = CHANGED[name]?.(rows, before) ?? rows
      expect([name, comparable(asBefore(after.get(name)!, expected))]).toEqual([name, comparable(expected)])
    }
  })

  test('is read by commands of the built program', async () => {
    const commands = ['stories', 'profile', 'search bridge', 'doctor']
    for (const command of commands) {
      const { code, stderr } = await copytaster([...command.split(' '), '--json', '--database', database.address])
      expect([command, code, stderr]).toEqual([command, 0, ''])
    }
  })

  test('goes on as if this program had written it', async () => {
    const expected = await ofThisProgram()
    const found = await goOn(database.address)
    expect(expected.dispositions.length).toBeGreaterThan(20)
    for (const part of Object.keys(expected) as (keyof typeof expected)[])
      expect(found[part], part).toEqual(expected[part])
    expect(found.prints.every((print) => JSON.parse(print)[1] === PRINT_VERSION)).toBe(true)
  })
})
