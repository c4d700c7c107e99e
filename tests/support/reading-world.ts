import { readFileSync } from 'node:fs'
import type { Fetcher } from '../../src/io/fetch/create-fetcher.ts'
import { anApp, type Desk, type Item } from './an-app.ts'

/* A day of news to read: enough feeds for a front page with sections, two events that several newsrooms tell, and articles with all
   that an article may have. Names and events are invented. */

const HOUR = 3_600_000

const SETTINGS = `digest: {timezone: UTC}
tabs:
  news: {name: News, sources: [{url: "https://harbour.example/rss", source_name: The Harbour Post}, {url: "https://coast.example/rss", source_name: Coast Courier}, {url: "https://weekly.example/rss", source_name: The Weekly}]}
  kitchen: {name: Kitchen, sources: [{url: "https://kitchen.example/rss", source_name: Kitchen Notes, category: Food}]}
`

type Told = readonly [host: string, title: string, text: string, more?: string]

/** Told by three newsrooms, each with another toll. */
const STORM: readonly Told[] = [
  [
    'harbour.example',
    'Storm in Kiel tears harbour bridge cables, at least three dead',
    'The harbour bridge in Kiel was closed on Saturday after a storm had torn two of its cables and left at least three dead. Engineers expect that repairs will take six weeks.',
  ],
  [
    'coast.example',
    'Kiel storm death toll rises to five as harbour bridge cables break',
    'Two cables of the harbour bridge in Kiel broke in the storm on Saturday, and the death toll rose to five. The city closed the bridge to all traffic, and a ferry will run every ten minutes.',
  ],
  [
    'weekly.example',
    'Worst storm in forty years: Kiel shuts harbour bridge, seven dead',
    'Kiel has closed the harbour bridge because the storm broke two of its cables. Seven dead were counted by Saturday evening. The mayor spoke of the worst damage in forty years.',
  ],
]

/** What only one newsroom tells; the first of each host is its newest. */
const OTHERS: readonly Told[] = [
  ['harbour.example', 'Museum buys rare violin', 'The museum has bought a violin of 1714 from a collector in Vienna.'],
  ['harbour.example', 'Orchard harvest begins late', 'Cold nights in May have delayed the apple harvest by two weeks.'],
  ['coast.example', 'Satellite maps glacier', 'A satellite has mapped how far the glacier withdrew since spring.'],
  ['coast.example', 'Ferry timetable for winter is out', 'Ships leave once an hour between November and March.'],
  ['weekly.example', 'Novel about a lighthouse wins a prize', 'The jury praised the calm of its sentences.'],
  ['weekly.example', 'Choir sings in the old cannery', 'Four hundred people came to listen on Friday.'],
  ['kitchen.example', 'Rye bread without a machine', 'Flour, water, salt and a night of patience.'],
  ['kitchen.example', 'Plum soup for cold evenings', 'Cinnamon goes in last, and the plums stay whole.'],
  [
    'radio.example',
    'Episode 12: how tunnels are ventilated',
    'An engineer explains the fans of the long tunnel.',
    '<enclosure url="https://radio.example/12.mp3" type="audio/mpeg" length="1000"/>',
  ],
  [
    'aleph.example',
    'افتتاح مكتبة جديدة في المدينة القديمة',
    'افتتحت المدينة مكتبة جديدة تضم ثمانين ألف كتاب في حي قديم.',
  ],
  ['rail.example', 'Night train returns to the northern line', 'The sleeper leaves at ten and arrives with breakfast.'],
  ['rail.example', 'Signal box becomes a café', 'Levers from 1907 stand between the tables.'],
  ['birds.example', 'Storks stay over winter for a third year', 'Ringers counted eleven pairs beside the river.'],
  ['chess.example', 'Opening theory shaken by a teenager', 'A pawn sacrifice on move nine puzzled the commentators.'],
  ['garden.example', 'Hedgehogs need gaps in fences', 'Thirteen centimetres are enough for an adult animal.'],
  ['sky.example', 'Comet visible before sunrise', 'Look east with binoculars, low above the horizon.'],
  [
    'maths.example',
    'Proof of a tiling conjecture checked',
    'Four reviewers needed eighteen months for the last lemma.',
  ],
]

/** The world at the moment when its reader first opens the page. */
export interface ReadingWorld {
  readonly desk: Desk
  /** A feed writes more: in front of what it has. Polled at once. */
  readonly write: (host: string, ...items: readonly Omit<Item, 'at'>[]) => Promise<void>
  /** A publisher changes the text of an article that it has. */
  readonly revise: (host: string, title: string, change: Partial<Item>) => Promise<void>
}

/** What the pages of all publishers say; none has rules for robots. */
const wholePage = readFileSync(new URL('../fixtures/pages/news.html', import.meta.url))

const publishers = {
  fetch: async (url: string) => ({
    kind: 'answer',
    asked: url,
    url,
    hops: [],
    wireBytes: 100,
    tookMs: 1,
    status: url.endsWith('/robots.txt') ? 404 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: wholePage,
    complete: true,
    conditional: false,
  }),
  close: async () => {},
} as unknown as Fetcher

/** A store of this day, its feeds asked once. */
export async function readingWorld(now: number = Date.now()): Promise<ReadingWorld> {
  const desk = await anApp({ now, settings: SETTINGS, fetcher: publishers })
  await desk.syncSources()
  const items = new Map<string, readonly Item[]>()
  for (const [host, title, text, more = ''] of [...STORM, ...OTHERS]) {
    const own = items.get(host) ?? []
    const url = `https://${host}/${own.length}`
    items.set(host, [...own, { title, text, more, url, at: now - (own.length + 1) * HOUR - items.size * 60_000 }])
  }
  async function publish(): Promise<void> {
    for (const [host, own] of items) desk.publish(`https://${host}/rss`, own)
    await desk.poll()
    await desk.app.stories.refine()
    await desk.store.updateSearch(100)
  }
  await publish()
  return {
    desk,
    write: async (host, ...more) => {
      items.set(host, [...more.map((one) => ({ ...one, at: desk.now() - 60_000 })), ...(items.get(host) ?? [])])
      await publish()
    },
    revise: async (host, title, change) => {
      const own = items.get(host) ?? []
      items.set(
        host,
        own.map((one) => (one.title === title ? { ...one, guid: one.guid ?? one.title, ...change } : one)),
      )
      await publish()
    },
  }
}
