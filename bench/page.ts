import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { readPageAssets } from '../src/io/system/read-page-assets.ts'
import { aServer, aWebApp } from '../tests/support/a-web-app.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { readingWorld } from '../tests/support/reading-world.ts'
import { markdownTable, median } from './measure.ts'

/* A phone of the middle range on a slow mobile network, as Lighthouse simulates it: four times slower than this machine's processor,
   150 ms there and back, 1.6 Mbit/s. Nothing is in the browser's cache. */

const ASSETS = fileURLToPath(new URL('../dist/page', import.meta.url))
const ROUNDS = 5
const SLOWER = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Work later than this after the page was loaded is not its start any more. */
const QUIET_MS = 1_500

interface Paints {
  readonly first: number
  readonly largest: number
  readonly blocked: number
}

/** Prints when a first visit sees something, sees the most, and can do something; and what it loads. */
export async function benchPage(say: (line: string) => void): Promise<void> {
  const { desk } = await readingWorld()
  const server = await aServer(aWebApp(desk), { assets: readPageAssets(ASSETS) })
  const base = await server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await launchChromium()
  try {
    const { story } = (await (await fetch(`${base}/api/v1/articles/1`)).json()) as { story: { id: string } }
    const screens = { Today: '/', Latest: '/latest', article: '/articles/1', story: `/stories/${story.id}` }
    const rows = []
    for (const [name, path] of Object.entries(screens)) rows.push([name, ...(await paintsOf(browser, base + path))])
    say(
      markdownTable(
        ['screen', 'first contentful paint ms', 'largest contentful paint ms', 'total blocking time ms'],
        rows,
      ),
    )
    say('')
    say(markdownTable(['loaded for Today', 'bytes', 'gzip', 'brotli'], await sizes(browser, base)))
  } finally {
    await browser.close()
    await server.close()
    await desk.close()
  }
}

async function paintsOf(browser: Browser, address: string): Promise<string[]> {
  const rounds: Paints[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const paints = await onSlowPhone(browser, address, measurePaints)
    // The first one warms the server, not the browser.
    if (round > 0) rounds.push(paints)
  }
  return (['first', 'largest', 'blocked'] as const).map((of) => median(rounds.map((one) => one[of])).toFixed(0))
}

async function onSlowPhone<T>(browser: Browser, address: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(OBSERVE)
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForTimeout(QUIET_MS)
    return await use(page)
  } finally {
    await context.close()
  }
}

/** Long tasks block for what they take beyond 50 ms, from the first paint on. */
const OBSERVE = `
window.seen = { largest: 0, tasks: [] }
new PerformanceObserver((list) => { seen.largest = list.getEntries().at(-1).startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ startTime, duration }) }).observe({ type: 'longtask', buffered: true })
`

const measurePaints = (page: Page): Promise<Paints> =>
  page.evaluate<Paints>(`(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0].startTime
    const late = seen.tasks.filter((task) => task.startTime + task.duration > first)
    return { first, largest: seen.largest, blocked: late.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0) }
  })()`)

/** What a browser asks for until Today can be used. */
async function sizes(browser: Browser, base: string): Promise<string[][]> {
  const loaded = await onSlowPhone(browser, base, (page) =>
    page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`),
  )
  const files = (ending: string) =>
    [...new Set(loaded)].filter((path) => path.endsWith(ending)).map((path) => `${ASSETS}/${path.split('/').at(-1)}`)
  const html = Buffer.from(await (await fetch(base)).arrayBuffer())
  return [
    row('script', files('.js').map(read)),
    row('style', files('.css').map(read)),
    ['HTML', ...[html, gzipSync(html), brotliCompressSync(html)].map(({ length }) => counted(length))],
  ]
}

interface Packed {
  readonly plain: number
  readonly gzip: number
  readonly brotli: number
}

const bytes = (path: string): number => readFileSync(path).length
const read = (path: string): Packed => ({ plain: bytes(path), gzip: bytes(`${path}.gz`), brotli: bytes(`${path}.br`) })
const counted = (n: number): string => n.toLocaleString('en-GB')

function row(name: string, files: readonly Packed[]): string[] {
  const sum = (of: keyof Packed) => counted(files.reduce((total, one) => total + one[of], 0))
  return [name, sum('plain'), sum('gzip'), sum('brotli')]
}
