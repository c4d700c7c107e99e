import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

const NEWS = [
  ['花蓮外海發生地震', '台積電表示，晶圓廠未受影響。'],
  ['衆議院選挙の結果', '投票率は前回を上回った。'],
  ['Bank holds its interest rate', 'Officials waited for more figures.'],
  ['Rate of interest in stamps falls', 'Collectors look elsewhere.'],
  ['Москва принимает саммит', 'Гости прибывают в столицу.'],
] as const

const item = ([title, text]: readonly [string, string], n: number) =>
  `<item><guid>n-${n}</guid><title>${title}</title><link>https://news.example/${n}</link>
  <pubDate>${new Date(Date.UTC(2026, 10, 10 + n)).toUTCString()}</pubDate><description>${text}</description></item>`

/** Publishes the news, and polls it into a new desk. */
async function newsDesk(kind: DatabaseKind): Promise<{ readonly publisher: Publisher; readonly desk: Desk }> {
  const publisher = await startPublisher()
  const desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
  publisher.on(
    '/a',
    serve(`<rss version="2.0"><channel><title>World Wire</title>${NEWS.map(item).join('')}</channel></rss>`),
  )
  desk.write(`tabs:\n  world:\n    sources:\n      - url: ${publisher.url('/a')}\ndigest: {timezone: Asia/Taipei}\n`)
  expect(await desk.json('poll')).toMatchObject([{ added: NEWS.length }])
  return { publisher, desk }
}

describe.each(sampledKinds(import.meta.url))('search on %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  beforeAll(async () => {
    const world = await newsDesk(kind)
    publisher = world.publisher
    desk = world.desk
  })
  afterAll(async () => {
    await publisher.close()
    await desk.remove()
  })
  const titles = async (...args: string[]) =>
    (await desk.json('search', ...args)).map((hit: { title: string }) => hit.title)

  test.each([
    ['地震', ['花蓮外海發生地震']],
    ['台積電', ['花蓮外海發生地震']],
    ['台积电', ['花蓮外海發生地震']],
    ['地震 OR 選挙', ['衆議院選挙の結果', '花蓮外海發生地震']],
    ['選挙', ['衆議院選挙の結果']],
    ['москва', ['Москва принимает саммит']],
    ['interest rate', ['Bank holds its interest rate']],
    ['rate source:wire', ['Rate of interest in stamps falls', 'Bank holds its interest rate']],
  ])('finds %s', async (line, expected) => expect(await titles(line)).toEqual(expected))

  test('takes words, exclusions and options side by side', async () => {
    expect(await titles('rate', '-stamps', '--tab', 'world')).toEqual(['Bank holds its interest rate'])
    expect(await titles('interest', '--limit', '1')).toHaveLength(1)
  })

  test('a day begins where the reader is', async () => {
    expect(await titles('interest', 'after:2026-11-13')).toEqual(['Rate of interest in stamps falls'])
  })

  test('shows the words found', async () => {
    const { stdout, code } = await desk.run('search', '台積電')
    expect(code).toBe(0)
    expect(stdout).toContain('花蓮外海發生地震')
    expect(stdout).toContain('«台積電»表示')
    expect(await desk.run('search', 'nothingofthekind')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing found.\n',
    })
  })

  test('the index can be made again', async () => {
    const before = await desk.json('search', 'rate')
    expect(await desk.json('search', '--rebuild')).toEqual({ indexed: NEWS.length })
    expect(await desk.json('search', 'rate')).toEqual(before)
  })

  test('articles are listed newest first, by tab, feed and time', async () => {
    const list = await desk.json('articles')
    expect(list.map((one: { title: string }) => one.title)).toEqual(NEWS.map(([title]) => title).reverse())
    expect(list[0]).toMatchObject({
      tab: 'world',
      sourceName: 'World Wire',
      published: '2026-11-14T00:00:00.000Z',
      updatedAt: null,
    })
    expect(await desk.json('articles', '--since', '2026-11-14', '--feed', 'world')).toHaveLength(1)
    expect((await desk.run('articles', '--limit', '1')).stdout).toContain('2026-11-14 08:00')
    expect(await desk.run('articles', '--since', 'soon')).toMatchObject({ code: 2 })
  })
})

// Told before the database is asked: one kind of it is enough.
describe('what cannot be looked for', () => {
  let publisher: Publisher
  let desk: Desk
  beforeAll(async () => {
    const world = await newsDesk('sqlite')
    publisher = world.publisher
    desk = world.desk
  })
  afterAll(async () => {
    await publisher.close()
    await desk.remove()
  })

  test.each([
    ['articles', '--tab', 'wrold'],
    ['search', 'rate', '--tab', 'wrold'],
    ['search', 'rate tab:wrold'],
    ['digest', '--tab', 'wrold'],
    ['run', '--tab', 'wrold'],
  ])('refuses a tab that is not there: %s %s', async (...args) => {
    const { code, stdout, stderr } = await desk.run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^(--tab|tab:) must be one of world, got "wrold"\n$/)
  })

  test.each([
    ['a bad field', ['sorce:wire'], 'search: there is no field "sorce"'],
    ['an open quote', ['"rate'], 'search: the quote before "rate" is not closed'],
    ['no word at all', [], 'search: name at least one word to look for'],
    ['what would be SQL', ["before:'; drop table article; --"], 'search: before: must be a day'],
    ['a bad limit', ['rate', '--limit', 'x'], '--limit must be a whole number from 1 to 10000, got "x"'],
    ['a misspelt option', ['rate', '--jsno'], "error: unknown option '--jsno'"],
  ])('%s is told in one line', async (_fact, args, expected) => {
    const ran = await desk.run('search', ...args)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(expected)
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })
})
