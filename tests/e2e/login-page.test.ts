import axe from 'axe-core'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../support/a-web-app.ts'
import { type Desk as AppDesk, anApp } from '../support/an-app.ts'
import { builtPage } from '../support/built-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'

const LONG = { timeout: 60_000 }

/* Logging in with a real browser, under the content policy that the server sends. */

const KEY = 'k'.repeat(43)

describe('in a browser', () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let desk: AppDesk
  let server: FastifyInstance
  let base = ''
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    desk = await anApp({ now: Date.now() })
    server = await aServer(aWebApp(desk), { listenAt: '0.0.0.0:0', setupKey: KEY, assets: builtPage() })
    base = await server.listen({ host: '127.0.0.1', port: 0 })
    complaints.length = 0
    context = await browser.newContext({ javaScriptEnabled: false })
    page = await context.newPage()
    page.on('console', (message) => complaints.push(message.text()))
  })
  afterEach(async () => {
    await context.close()
    await server.close()
    await desk.close()
  })

  test('a first reader sets a password, logs out and in again, without script or complaint', async () => {
    await page.goto(`${base}/setup?key=${KEY}`)
    await page.getByLabel('Your name').fill('ann')
    await page.getByLabel('A password').fill('correct horse')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect.poll(() => new URL(page.url()).pathname, LONG).toBe('/')
    await context.clearCookies()
    await page.goto(`${base}/digests`)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('Name').fill('ann')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => page.getByRole('alert').innerText(), LONG).toBe('Name and password do not match.')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => new URL(page.url()).pathname, LONG).toBe('/digests')
    await expect.poll(() => page.locator('h1').innerText(), LONG).toBe('Digests')
    expect(complaints.filter((one) => !/status of 40[13]|status of 503/.test(one))).toEqual([])
  })

  test.each([
    ['/login', 1280],
    ['/login', 320],
    [`/setup?key=${KEY}`, 320],
    [`/setup?key=${KEY}`, 1280],
    ['/setup?key=x', 1280],
  ] as const)('%s shuts nobody out (%i pixels, light and dark)', async (path, width) => {
    const open = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true })
    const shown = await open.newPage()
    await shown.goto(base + path)
    await shown.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme })
      const found = await shown.evaluate<string[]>(
        'axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html)))',
      )
      expect([colorScheme, found]).toEqual([colorScheme, []])
    }
    expect(await shown.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await open.close()
  })

  test.each(['/login', '/digests', '/'])('the policy of %s lets no other style and no script in', async (path) => {
    await aWebApp(desk).firstLogin.ensurePassword('correct horse')
    const open = await browser.newContext()
    const shown = await open.newPage()
    const found: string[] = []
    shown.on('console', (message) => found.push(message.text()))
    await shown.goto(`${base}/login`)
    if (path !== '/login') {
      await shown.getByLabel('Name').fill('reader')
      await shown.getByLabel('Password').fill('correct horse')
      await shown.getByRole('button').click()
      await shown.goto(base + path)
    }
    expect(found.filter((one) => /polic/i.test(one))).toEqual([])
    const response = await shown.reload()
    const policy = response!.headers()['content-security-policy']!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    // What the policy is for: a style or a script that got into the page takes no effect.
    const color = await shown.evaluate<string>(`(() => {
      const style = document.createElement('style')
      style.textContent = 'body { color: rgb(1, 2, 3) !important }'
      document.head.append(style)
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.head.append(script)
      return getComputedStyle(document.body).color + document.title
    })()`)
    expect(color).not.toMatch(/rgb\(1, 2, 3\)|ran$/)
    await open.close()
  })
})

describe('serve off this machine', () => {
  let desk: Desk
  beforeEach(async () => {
    desk = await newDesk('sqlite', [])
  })
  afterEach(async () => {
    endLeftServes()
    await desk.remove()
  })
  const far = { COPYTASTER_SERVER_LISTEN: '0.0.0.0:0' }
  const urlOf = (said: string) => `http://127.0.0.1:${/shown at http:\/\/[\d.]+:(\d+)/.exec(said)![1]}`

  test('prints a link that sets the first password, once', async () => {
    const daemon = startServe(desk, far)
    await daemon.until(/\/setup\?key=[\w-]{43}\n/)
    const base = urlOf(daemon.said())
    const key = /\/setup\?key=([\w-]{43})\n/.exec(daemon.said())![1]!
    // The link can be opened as it is.
    const link = /here, once: (\S+)/.exec(daemon.said())![1]!
    expect(link).not.toMatch(/0\.0\.0\.0/)
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(`${base}/api/v1/articles`)).status).toBe(401)
    expect((await fetch(`${base}/`, { redirect: 'manual' })).headers.get('location')).toBe('/login')
    const send = () =>
      fetch(`${base}/setup`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ key, name: 'ann', password: 'correct horse' }),
      })
    expect((await send()).status).toBe(303)
    expect((await send()).status).toBe(403)
    expect(await daemon.stop()).toBe(0)
    const again = startServe(desk, far)
    await again.until('shown at')
    expect(await again.stop()).toBe(0)
    expect(again.said()).not.toContain('/setup')
  })

  test('takes the first password from a file', async () => {
    desk.write('tabs: {}\n')
    const file = `${desk.folder}/password`
    const { writeFileSync } = await import('node:fs')
    const wrong = startServe(desk, { ...far, COPYTASTER_PASSWORD_FILE: file })
    expect(await wrong.ends()).toBe(2)
    expect(wrong.said()).toContain('COPYTASTER_PASSWORD_FILE')
    writeFileSync(file, 'correct horse\n')
    const daemon = startServe(desk, { ...far, COPYTASTER_PASSWORD_FILE: file })
    await daemon.until('shown at')
    const answer = await fetch(`${urlOf(daemon.said())}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'reader', password: 'correct horse' }),
    })
    expect(answer.status).toBe(200)
    expect(daemon.said()).not.toContain('/setup')
    expect(await daemon.stop()).toBe(0)
  })
})
