import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { SANITIZER_VERSION } from '../core/text/sanitize-html.ts'
import { connected } from '../io/store/open-store.ts'
import { articleChores, finishChores, stepChores } from './article-chores.ts'

const NOW = Date.UTC(2026, 2, 3, 12)
const FEED = 'https://paper.example/rss'
const UNSAFE = '<p onclick="run()">The bridge is closed.</p><script>run()</script>'
const SAFE = '<p>The bridge is closed.</p>'
const chores = articleChores({ name: 'calibrated' })

let database: Awaited<ReturnType<typeof newDatabase>>
let desk: Desk
beforeEach(async () => {
  database = await newDatabase('sqlite')
  desk = await anApp({ now: NOW, address: database.address })
  const item = (n: number, text: string) => ({ title: `Title ${n}`, text, url: `https://paper.example/${n}`, at: NOW })
  for (const text of ['was written', 'was written anew']) {
    desk.publish(FEED, [item(1, `Text 1 ${text} by hand.`), item(2, 'Text 2 stays.'), item(3, 'Text 3 stays.')])
    await desk.poll()
  }
})
afterEach(async () => {
  await desk.close()
  await database.drop()
})

/** Gives every body the HTML that some sanitiser of long ago let through. */
const age = (html: string | null) =>
  connected(database.address, async (db) => {
    await db.updateTable('article_body').set({ html, sanitizer_version: 0 }).execute()
    await db.updateTable('revision').set({ html, sanitizer_version: 0 }).execute()
    await db.destroy()
  })

const versions = () =>
  connected(database.address, async (db) => {
    const rows = await db.selectFrom('article_body').select('sanitizer_version').orderBy('article_id').execute()
    await db.destroy()
    return rows.map((row) => row.sanitizer_version)
  })

const bodies = async () => {
  const articles = await desk.store.articlePage({ limit: 10 })
  const older = await Promise.all(articles.map(({ id }) => desk.store.revisions(id)))
  return [...articles, ...older.flat()].map(({ body }) => body)
}

test('bodies of an older sanitiser are sanitised again, those of older versions too', async () => {
  await age(UNSAFE)
  expect(await finishChores(chores, desk.store)).toBe(4)
  expect(await bodies()).toEqual([SAFE, SAFE, SAFE, SAFE])
  expect(await finishChores(chores, desk.store)).toBe(0)
})

test('texts and hashes stay as they are', async () => {
  const plain = async () => (await desk.store.articlePage({ limit: 10 })).map(({ body, ...article }) => article)
  const before = await plain()
  await age(UNSAFE)
  await finishChores(chores, desk.store)
  expect(await plain()).toEqual(before)
})

test('a body that has nothing left, or never was, is none', async () => {
  await age('<script>run()</script>')
  await finishChores(chores, desk.store)
  await age(null)
  await finishChores(chores, desk.store)
  expect(await bodies()).toEqual([null, null, null, null])
  expect(await versions()).toEqual([SANITIZER_VERSION, SANITIZER_VERSION, SANITIZER_VERSION])
})

test('steps take the newest first, and whoever is stopped goes on with what is left', async () => {
  await age(UNSAFE)
  expect(await chores[1]!.step(desk.store, 2)).toBe(2)
  expect(await versions()).toEqual([0, SANITIZER_VERSION, SANITIZER_VERSION])
  expect(await finishChores(chores, desk.store, () => true)).toBe(0)
  expect(await stepChores(chores, desk.store)).toBe(2)
  expect(await stepChores(chores, desk.store)).toBe(0)
})

test('Chinese articles of before there were final categories get theirs, and search finds them by it', async () => {
  desk.publish('https://chinese.example/rss', [
    { title: '央行宣布升息半碼', text: '通膨未退。', url: 'https://chinese.example/1', at: NOW },
  ])
  await desk.poll()
  await connected(database.address, async (db) => {
    await db.updateTable('article').set({ final_category: null, final_category_version: 0 }).execute()
    await db.destroy()
  })
  expect(await finishChores(chores, desk.store)).toBe(1)
  const found = await desk.app.articles.search({ line: 'category:產經', tab: null, limit: 10 }, () => {})
  expect(found.map(({ article }) => article)).toMatchObject([{ title: '央行宣布升息半碼', finalCategory: '產經' }])
  expect(await finishChores(chores, desk.store)).toBe(0)
})

test('an older body that gives way to a newer version is still found', async () => {
  await age(UNSAFE)
  desk.publish(FEED, [{ title: 'Title 2', text: 'Text 2 is another.', url: 'https://paper.example/2', at: NOW }])
  await desk.poll()
  expect((await bodies()).filter((body) => body !== null)).toEqual([SAFE, SAFE, SAFE, SAFE])
})

test('pruning finishes all of them', async () => {
  await age(UNSAFE)
  await desk.app.prune()
  expect(await versions()).toEqual([SANITIZER_VERSION, SANITIZER_VERSION, SANITIZER_VERSION])
})
