import { cpSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { agePrints } from '../../tests/support/old-prints.ts'
import { PRINT_VERSION } from '../core/dedup/print/encode-print.ts'
import { openStore } from '../io/store/open-store.ts'
import { printChore } from './article-chores.ts'
import { renewPrints } from './renew-prints.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 3, 12)
const FRAME = 'Thank you for reading our paper, please subscribe to our evening letter and support local news.'
const BRIDGE = 'Inspectors closed the harbour bridge on Tuesday after they found a cracked hanger on its northern span.'
const ORCHID =
  'A rare orchid flowered in the botanical garden of the city for the first time in forty years, keepers said.'

const drops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

/** A paper with a frame round each text and one guid for several articles, and a rival that tells the same. */
function before(desk: Desk, at: number): void {
  const framed = (n: number): Item => ({
    title: `Council meeting number ${n} on the budget of the year`,
    text: `${FRAME} The council met for the ${n}th time and spoke of item ${n * 7} and of nothing else, says clerk ${n}.`,
    url: `https://paper.example/${n}`,
    guid: n < 3 ? 'the same' : `council ${n}`,
    at: at - n * HOUR,
  })
  desk.publish('https://paper.example/rss', [1, 2, 3, 4, 5, 6, 7].map(framed))
  desk.publish('https://rival.example/rss', [
    { title: 'Harbour bridge closed', text: BRIDGE, url: 'https://rival.example/bridge', at: at - HOUR },
  ])
}

/** Later: a copy, a rewritten article, another telling, one more text in the frame, and news of its own. */
function after(desk: Desk, at: number): void {
  desk.publish('https://paper.example/rss', [
    {
      title: 'Harbour bridge closed after crack is found',
      text: `${FRAME} ${BRIDGE}`,
      url: 'https://paper.example/b',
      at,
    },
    {
      title: 'Fish market opens',
      text: `${FRAME} The fish market opened at dawn on the quay, where ${'forty boats landed their catch of herring'}.`,
      url: 'https://paper.example/fish',
      guid: 'the same',
      at,
    },
  ])
  desk.publish('https://rival.example/rss', [
    {
      title: 'Harbour bridge closed',
      text: `${BRIDGE} It opens again in May.`,
      url: 'https://rival.example/bridge',
      at,
    },
    { title: 'Rare orchid flowers in botanical garden', text: ORCHID, url: 'https://rival.example/orchid', at },
  ])
  desk.publish('https://third.example/rss', [
    { title: 'Harbour bridge closed, officials say', text: BRIDGE, url: 'https://third.example/1', at },
    { title: 'Rare orchid flowers in the botanical garden', text: ORCHID, url: 'https://third.example/2', at },
  ])
}

async function aFile(): Promise<string> {
  const { address, drop } = await newDatabase('sqlite')
  drops.push(drop)
  return address
}

async function copied(address: string): Promise<string> {
  const copy = await aFile()
  const folderOf = (one: string) => dirname(one.replace('sqlite:', ''))
  cpSync(folderOf(address), folderOf(copy), { recursive: true })
  return copy
}

/** A store as it is after some days, closed. */
async function filled(settings: string): Promise<string> {
  const address = await aFile()
  const desk = await anApp({ now: NOW, address, settings })
  before(desk, NOW)
  await desk.poll()
  desk.setClock(NOW + DAY)
  desk.publish('https://rival.example/rss', [
    { title: 'Harbour bridge closed', text: `${BRIDGE} Boats may pass.`, url: 'https://rival.example/bridge', at: NOW },
  ])
  await desk.poll()
  await desk.close()
  return address
}

/** All that newcomers are decided to be, and what they end in. */
async function decided(address: string, settings: string) {
  const desk = await anApp({ now: NOW + 2 * DAY, address, settings })
  after(desk, NOW + 2 * DAY)
  await desk.poll()
  await desk.app.stories.refine()
  const articles = await desk.store.articlePage({ limit: 100 })
  const keys = articles.map(({ key }) => key)
  const result = {
    articles,
    origins: await Promise.all(articles.map(({ id }) => desk.store.originsOf(id))),
    matches: await Promise.all(articles.map(({ key }) => desk.store.matchesOf(key))),
    links: await desk.store.linksOf(keys),
    memberships: await desk.store.membershipsSince(0),
    prints: await desk.store.printsAfter(0, 100),
  }
  await desk.close()
  return result
}

test.each(['calibrated', 'layered'])('a store of old prints decides like one of current prints, %s', async (policy) => {
  // One feed after the other, so that the clock of the test stands at the same moment for each.
  const settings = `digest: {timezone: UTC}\nfetch: {concurrency: 1}\ndedup: {policy: ${policy}}\n`
  const current = await filled(settings)
  const old = await copied(current)
  expect(await agePrints(old)).toBe(8)
  const [expected, found] = [await decided(current, settings), await decided(old, settings)]
  expect(new Set(expected.origins.flat().map(({ disposition }) => disposition)).size).toBeGreaterThan(2)
  expect(found).toEqual(expected)
})

test('stories are settled from old prints too, and obey a correction', async () => {
  const settings = 'digest: {timezone: UTC}\n'
  const current = await filled(settings)
  const old = await copied(current)
  await agePrints(old)
  const stories = async (address: string) => {
    const desk = await anApp({ now: NOW + DAY, address, settings })
    const { members } = await desk.app.stories.join('1', '8')
    expect(members).toBeGreaterThan(1)
    const found = [await desk.store.membershipsSince(0), await desk.store.storyPage({ limit: 100 })]
    await desk.close()
    return found
  }
  expect(await stories(old)).toEqual(await stories(current))
})

test('steps take the newest first, and whoever is stopped goes on with what is left', async () => {
  const address = await filled('digest: {timezone: UTC}\n')
  await agePrints(address)
  const versions = async () => {
    const store = await openStore(address)
    const prints = await store.printsAfter(0, 100)
    await store.close()
    return prints.map(({ version }) => version)
  }
  const first = await openStore(address)
  expect(await printChore({ name: 'calibrated' }).step(first, 3)).toBe(3)
  await first.close()
  expect(await versions()).toEqual([1, 1, 1, 1, 1, PRINT_VERSION, PRINT_VERSION, PRINT_VERSION])
  const second = await openStore(address)
  expect(await renewPrints(second, { name: 'calibrated' })).toBe(5)
  expect(await renewPrints(second, { name: 'calibrated' })).toBe(0)
  await second.close()
  expect(new Set(await versions())).toEqual(new Set([PRINT_VERSION]))
})
