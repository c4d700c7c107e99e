import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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
  return chromium.launch({ executablePath, args: FLAGS })
}
