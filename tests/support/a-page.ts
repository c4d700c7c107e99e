import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aServer, aWebApp, type ServedDesk } from './a-web-app.ts'
import { builtPage } from './built-page.ts'

/** A server of the page over a desk, on a real socket. */
export interface PageServer {
  readonly base: string
  readonly close: () => Promise<void>
}

/** Serves the page as built, with the desk's app as its engine; at a port that is free, if none is given. */
export async function servePage(desk: ServedDesk, port = 0): Promise<PageServer> {
  const server: FastifyInstance = await aServer(aWebApp(desk), { assets: builtPage() })
  const base = await server.listen({ host: '127.0.0.1', port })
  return { base, close: () => server.close() }
}

export interface Look {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** A screen that is touched. */
  readonly hasTouch?: boolean
  readonly javaScriptEnabled?: boolean
}

/** A page of a browser, and everything it complained about: a refused style or script is there too. */
export interface OpenPage {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly close: () => Promise<void>
}

export async function openPage(
  browser: Browser,
  address: string,
  { width = 1280, colorScheme = 'light', hasTouch = false, javaScriptEnabled = true }: Look = {},
): Promise<OpenPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    hasTouch,
    javaScriptEnabled,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // On a machine that does much else besides, a page takes its time.
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  // What the API refuses, a browser tells of too.
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await slowDown(page)
  if (javaScriptEnabled) waitAfterLoads(page)
  await page.goto(address)
  return { page, complaints, close: () => context.close() }
}

/** Waits until the page's script has taken over; pages without one are ready as they are. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[type="module"]') === null || document.documentElement.dataset.ready !== undefined,
  )
}

/** What is typed or clicked before the script has taken over is lost, so an address that was opened is waited for. */
function waitAfterLoads(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await untilReady(page)
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await untilReady(page)
    return answer
  }
}

/** How many times slower the browser's processor is: a test that passes only in a quick browser has a race. */
const SLOWER = Number(process.env.COPYTASTER_SLOW_BROWSER ?? 1)

async function slowDown(page: Page): Promise<void> {
  if (SLOWER === 1) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** A program that finds what shuts readers out of the page it runs in; without comments it is half as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with the places where a reader would be shut out, or the page is wider than its window. */
export async function expectOpenToAll(page: Page): Promise<void> {
  // The content policy refuses scripts that are written into the page, not those of a debugger.
  await page.evaluate(AXE)
  // Sounds of invented publishers never come: axe would wait for them for ten seconds.
  const found = await page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'], preload: { assets: ['cssom'] } }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 200))))`,
  )
  expect(found).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}
