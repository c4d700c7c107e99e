import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sanitizeHtml } from '../../src/core/text/sanitize-html.ts'
import { hostilePayloads } from '../fixtures/html/hostile-payloads.ts'
import { launchChromium } from '../support/chromium.ts'
import { gate } from '../support/gate.ts'

/* What the sanitiser lets through is put into a real page of a real browser, as our own page would: nothing may run,
   nothing may be fetched, and the browser must find nothing to mend. */

let browser: Browser
let page: Page
const ran: string[] = []
const fetched: string[] = []

beforeAll(async () => {
  browser = await launchChromium()
  const context = await browser.newContext()
  await context.route('**/*', (route) => {
    // Pictures and sound are meant to load; anything else a text makes the browser ask for is a leak.
    if (!['document', 'image', 'media'].includes(route.request().resourceType())) fetched.push(route.request().url())
    return route.fulfill({ status: 204, body: '' })
  })
  page = await context.newPage()
  await page.exposeFunction('report', (what: string) => ran.push(what))
  await page.goto('about:blank')
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    return dialog.dismiss()
  })
})
afterAll(() => browser?.close())

/** Runs in the page: puts each text into an element of its own, touches every element, gives back what became of them. */
const OPEN = `async (list) => {
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    Object.defineProperty(window, name, { value: () => window.report(name), configurable: true })
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true })
  document.body.innerHTML = ''
  for (const text of list) {
    const host = document.createElement('article')
    host.innerHTML = text
    document.body.append(host)
  }
  for (const element of document.querySelectorAll('article *'))
    for (const type of ['mouseover', 'focus', 'click', 'error', 'load', 'toggle', 'animationstart'])
      element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return [...document.querySelectorAll('article')].map((host) => host.innerHTML)
}`

async function open(texts: readonly string[]): Promise<string[]> {
  return page.evaluate(`(${OPEN})(${JSON.stringify(texts)})`)
}

/** Runs in the page: whatever is active, or could be a hook into it. */
const LEFT = `[...document.querySelectorAll('article *')].filter((element) =>
  element.matches('script, iframe, object, embed, form, input, button, svg, math, style, link, meta, base, template, frame') ||
  [...element.attributes].some(({ name, value }) =>
    /^(on.*|style|id|class|name)$/i.test(name) ||
    (!/^(title|alt)$/i.test(name) && /^\\s*(javascript|vbscript|data:text)/i.test(value)))
).map((element) => element.outerHTML)`

async function expectHarmless(payloads: readonly { readonly what: string; readonly html: string }[]): Promise<void> {
  const safe = payloads.map(({ html }) => sanitizeHtml(html, 'https://publisher.example/').html)
  ran.length = 0
  fetched.length = 0
  await open(safe)
  expect(ran).toEqual([])
  expect(fetched).toEqual([])
  const left = await page.evaluate(LEFT)
  expect(left).toEqual([])
}

/** A browser drops the line break that opens a `pre`, and does not write it back. */
const withoutFirstBreaks = (html: string) => html.replace(/<pre>\n*/g, '<pre>')

describe('in a real browser', () => {
  test('the harness notices what does run', async () => {
    ran.length = 0
    await open(['<img src="x.png" onerror="alert(1)">', '<p onmouseover="alert(2)">hover</p>'])
    expect(ran.length).toBeGreaterThan(0)
  })

  test('none of our hostile payloads runs, loads or leaves a hook', () => expectHarmless(hostilePayloads))

  test('what comes out is read back by the browser as it was written', async () => {
    const written = hostilePayloads.map(({ html }) => sanitizeHtml(html, 'https://publisher.example/').html)
    const readBack = await open(written)
    const changed = hostilePayloads.filter((_, i) => {
      const again = sanitizeHtml(readBack[i]!, 'https://publisher.example/').html
      return withoutFirstBreaks(again) !== withoutFirstBreaks(written[i]!)
    })
    expect(changed.map(({ what }) => what)).toEqual([])
  })

  gate('none of the corpus payloads runs, loads or leaves a hook', async (shared) => {
    const lines = readFileSync(join(shared, 'corpora', 'sanitize', 'vectors.jsonl'), 'utf8')
      .trim()
      .split('\n')
    await expectHarmless(lines.map((line) => JSON.parse(line)).map(({ id, html }) => ({ what: id, html })))
  })
})
