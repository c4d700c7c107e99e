import axe from 'axe-core'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aServer, aWebApp } from './a-web-app.ts'
import type { Desk } from './an-app.ts'
import { builtPage } from './built-page.ts'

/** A server of the page over a desk, on a real socket. */
export interface PageServer {
  readonly base: string
  readonly close: () => Promise<void>
}

/** Serves the page as built, with the desk's app as its engine; at a port that is free, if none is given. */
export async function servePage(desk: Desk, port = 0): Promise<PageServer> {
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
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  // What the API refuses, a browser tells of too.
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(address)
  return { page, complaints, close: () => context.close() }
}

/** Fails with the places where a reader would be shut out, or the page is wider than its window. */
export async function expectOpenToAll(page: Page): Promise<void> {
  // The content policy refuses scripts that are written into the page, not those of a debugger.
  await page.evaluate(axe.source)
  const found = await page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 200))))`,
  )
  expect(found).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}
