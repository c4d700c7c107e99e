import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * Where browsers of the Chromium family are, on the systems we know. Debian's headless shell has the same engine without windows:
 * each page takes a seventh of the processor time.
 */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Nothing of its own may leave the machine, and as root there is no sandbox to be had. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A real browser, or a clear word how to get one. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.COPYTASTER_CHROMIUM ?? '', ...PLACES].find((path) => existsSync(path))
  if (!executablePath) {
    throw new Error(
      'no Chromium for the tests: install it (Debian: apt-get install chromium) or set COPYTASTER_CHROMIUM',
    )
  }
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(recordNotices)
    return context
  }
  return browser
}

/** Keeps what the page's notices said: each is shown for seconds only, and a test on a busy machine may look too late. */
function recordNotices(): void {
  const told: string[] = []
  Object.assign(window, { toldNotices: told })
  document.addEventListener('DOMContentLoaded', () => {
    const line = document.querySelector('.notice')
    if (line === null) return
    const record = () => {
      const text = line.querySelector('span')?.textContent
      if (text && text !== told.at(-1)) told.push(text)
    }
    new MutationObserver(record).observe(line, { childList: true, characterData: true, subtree: true })
  })
}

/** What notices have said since the one that was last waited for. */
export const toldNotices = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { toldNotices: string[] }).toldNotices)

/** Waits until a notice has said this since the last one that was waited for, and returns it. */
export async function noticed(page: Page, words: string | RegExp): Promise<string> {
  const said = await page.waitForFunction((words) => {
    const told = (window as unknown as { toldNotices: string[] }).toldNotices
    const at = told.findIndex((text) => (typeof words === 'string' ? text.includes(words) : words.test(text)))
    return at === -1 ? null : told.splice(0, at + 1).at(-1)!
  }, words)
  return (await said.jsonValue())!
}
