import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage } from '../support/a-page.ts'
import { launchChromium, noticed } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'

const LONG = { timeout: 60_000 }

/* Digests, tuning and settings in a real browser, under the content policy that the server sends. */

let browser: Browser
let world: PageWorld

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), pageWorld()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

async function shown(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await openPage(browser, world.base + path)
  try {
    await use(page)
    // A browser tells of every answer that is no success.
    expect(complaints.filter((one) => !/status of (4\d\d|503)/.test(one))).toEqual([])
  } finally {
    await close()
  }
}

const settings = () => world.admin.get<Record<string, unknown>>('/me/settings')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('digests', () => {
  test('are listed by day, each leads to its page and from there to its neighbours and other formats', () =>
    shown('/digests', async (page) => {
      await page.getByRole('link', { name: 'Morning Brief' }).click()
      await page.getByRole('heading', { level: 1, name: 'Morning Brief' }).waitFor()
      await expect.poll(() => page.locator('.dateline').innerText(), LONG).toContain('Sunday, 15 November 2026')
      await expect
        .poll(() => page.locator('#deliveries + ul').innerText(), LONG)
        .toMatch(/Mail\s+me@a\.example\s+may have arrived or not/)
      await page.getByRole('heading', { name: 'What was not read' }).waitFor()
      await page.getByRole('link', { name: /^← Evening Recap/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Evening Recap' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: /^Morning Brief.*→$/ }).count(), LONG).toBe(1)
      await page.getByRole('link', { name: 'Markdown' }).click()
      await page.waitForURL('**/digests/2026-11-14/evening.md')
      await expect.poll(() => page.locator('body').innerText(), LONG).toContain('# Evening Recap')
    }))

  test('are subscribed to as a feed, and by mail at hours of one’s own', () =>
    shown('/digests', async (page) => {
      await expect.poll(() => page.getByRole('link', { name: 'Atom' }).getAttribute('href'), LONG).toBe('/feed.atom')
      await page.getByLabel('Send me digests by mail').uncheck()
      await noticed(page, 'Saved.')
      await page.getByLabel('Morning Brief', { exact: true }).selectOption('at')
      await page.getByLabel('Hour of the Morning Brief').fill('06:30')
      await page.getByLabel('Hour of the Morning Brief').blur()
      await expect.poll(settings).toMatchObject({ digestMail: false, digestHours: { morning: '06:30', midday: null } })
    }))

  test('that do not exist say so', () =>
    shown('/digests/2020-01-01/morning', async (page) => {
      await expect.poll(() => page.getByRole('alert').innerText(), LONG).toBe('There is nothing at this address.')
    }))
})

describe('settings', () => {
  test('are saved at once: language, colours, zone and languages of the news', () =>
    shown('/settings', async (page) => {
      await page.getByLabel('Dark').check()
      await noticed(page, 'Saved.')
      await expect.poll(() => page.locator('html').getAttribute('data-theme'), LONG).toBe('dark')
      await page.getByLabel('Mark as read what I scroll past').uncheck()
      await page.getByLabel('Time zone').fill('Asia/Taipei')
      await page.getByLabel('Time zone').press('Enter')
      await page.getByLabel('Add a language').selectOption('German')
      await page.getByLabel('Add a language').selectOption('English')
      await button(page, 'Move English up').click()
      await expect.poll(settings).toMatchObject({
        theme: 'dark',
        markOnScroll: false,
        zone: 'Asia/Taipei',
        languages: ['en', 'de'],
      })
      await button(page, 'Remove German').click()
      await page.getByLabel('Language of this page').selectOption('Deutsch')
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
      await world.admin.send('PATCH', '/me/settings', { language: 'en', theme: 'system', languages: [], zone: null })
    }))

  test('that cannot be are told beside the field, and nothing is changed', () =>
    shown('/settings', async (page) => {
      await page.getByLabel('Time zone').fill('Nowhere/Land')
      await page.getByLabel('Time zone').press('Enter')
      const described = await page.getByLabel('Time zone').getAttribute('aria-describedby')
      await expect
        .poll(() => page.locator(`#${described!.split(' ').find((id) => id.endsWith('wrong'))}`).innerText(), LONG)
        .toContain('There is no time zone of this name.')
      await page.getByText('Set a password').click()
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByLabel('New password again').fill('short')
      await button(page, 'Save the password').click()
      await page.getByText('A password has at least 8 characters.').waitFor()
      await expect.poll(() => settings(), LONG).toMatchObject({ zone: null })
    }))

  test('that the server refuses are taken back with a word', () =>
    shown('/settings', async (page) => {
      const problem = { type: 'about:blank', title: '', status: 503, code: 'not_now', detail: '' }
      await page.route('**/api/v1/me/settings', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: problem }) : route.continue(),
      )
      await page.getByLabel('Headlines open the original').click()
      await page.getByText('The server is busy; try again in a moment.').waitFor()
      await expect.poll(() => page.getByLabel('Headlines open the original').isChecked(), LONG).toBe(false)
    }))

  test('a token is shown once, and revoked after a question', () =>
    shown('/settings', async (page) => {
      await button(page, 'Make a token').click()
      await page.getByText('Give it a name by which you will know it.').waitFor()
      await page.getByLabel('What it is for').fill('<b>script</b>')
      await page.keyboard.press('Enter')
      const secret = await page.getByLabel('The secret').inputValue()
      const asked = await fetch(`${world.base}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
      expect((await asked.json()).scope).toBe('read')
      await button(page, 'I have kept it').click()
      await button(page, 'Revoke <b>script</b>').click()
      await page.locator('.confirm .primary:focus').press('Escape')
      await page.locator('button:focus', { hasText: 'Revoke' }).press('Enter')
      await page.locator('.confirm .primary:focus').press('Enter')
      await noticed(page, 'Revoked.')
      await expect.poll(() => page.getByText('<b>script</b>').count(), LONG).toBe(0)
    }))
})

describe('tuning', () => {
  const articleOf = async (words: string) => {
    const { items } = await world.admin.get<{ items: { id: number; title: string }[] }>('/articles')
    return items.find(({ title }) => title.includes(words))!.id
  }

  test('tells what votes taught, and forgets one word or all', async () => {
    await world.admin.send('PATCH', `/articles/${await articleOf('violin')}/state`, { vote: 1 })
    await world.admin.send('PATCH', `/articles/${await articleOf('Choir')}/state`, { vote: -1 })
    await shown('/tuning', async (page) => {
      await page.getByText('Learning: 2 of 30').waitFor()
      const violin = page.locator('.interest', { has: page.locator('b', { hasText: 'violin' }) })
      await violin.getByText('From where?').click()
      await expect.poll(() => violin.innerText(), LONG).toContain('You asked for more like: Museum buys rare violin')
      await expect
        .poll(() => page.locator('#votes + ul').innerText(), LONG)
        .toMatch(/Less like Choir sings in the old cannery\s+counts less now: /)
      await button(page, 'Forget violin').click()
      await noticed(page, 'Forgotten: violin.')
      await button(page, 'Forget everything learned').click()
      await button(page, 'Forget everything').click()
      await page.getByText('Learning: 0 of 30').waitFor()
      // What the settings name stays.
      await expect
        .poll(() => page.locator('.interest').allInnerTexts(), LONG)
        .toEqual([expect.stringContaining('lighthouse')])
    })
  })

  test('a rule shows what it would touch before it is kept, is changed and removed', () =>
    shown('/tuning', async (page) => {
      await page.getByText('No rules yet.').waitFor()
      await page.getByLabel('To articles with').fill('tab:nowhere')
      await page.keyboard.press('Enter')
      await page.locator('#rule-new-query-wrong').waitFor()
      await page.getByLabel('To articles with').fill('orchard')
      await page.keyboard.press('Enter')
      await page.getByText('Of the last 7 days it would mute 1 article.').waitFor()
      await expect.poll(() => page.locator('.tried').innerText(), LONG).toContain('Orchard harvest begins late')
      await button(page, 'Mute from now on').click()
      await page.getByText('What is muted now').click()
      await page.locator('.examples').getByText('Orchard harvest begins late').waitFor()
      await button(page, 'Change orchard').click()
      const form = page.locator('li .rule-form')
      await form.getByLabel('Highlight').check()
      await form.getByRole('button', { name: 'Show what it would touch' }).click()
      await form.getByRole('button', { name: 'Keep the change' }).click()
      await page.locator('.rows').getByText('Highlight').waitFor()
      await button(page, 'Remove orchard').click()
      await page.getByText('No rules yet.').waitFor()
      await button(page, 'Undo').click()
      await button(page, 'Remove orchard').waitFor()
      await expect
        .poll(() => world.admin.get('/rules'), LONG)
        .toMatchObject({ items: [{ kind: 'highlight', query: 'orchard' }] })
    }))
})

describe('other programs', () => {
  test('a reader app gets a password, and is told which address and name it needs', () =>
    shown('/settings', async (page) => {
      await page.getByLabel('Name of the app').fill('Reeder')
      await button(page, 'Make an app password').click()
      const secret = await page.getByLabel('The secret').inputValue()
      const told = await page.locator('.app-login').innerText()
      expect(told).toContain(`${world.base}/api/greader.php`)
      const name = (await world.admin.get<{ name: string }>('/me')).name
      expect(told).toContain(name)
      const body = new URLSearchParams({ Email: name, Passwd: secret })
      const login = await fetch(`${world.base}/api/greader.php/accounts/ClientLogin`, { method: 'POST', body })
      expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('Auth=')])
    }))

  test('feeds have secret addresses, which are shown once and renewed', () =>
    shown('/settings', async (page) => {
      await button(page, 'Make the addresses').click()
      const first = await page.getByRole('link', { name: 'Atom Topics' }).getAttribute('href')
      for (const [link, words] of [
        ['Atom Latest', '<feed'],
        ['RSS Digests', '<rss'],
        ['JSON Feed Saved', 'jsonfeed.org'],
      ] as const) {
        const address = await page.getByRole('link', { name: link }).getAttribute('href')
        const answer = await fetch(address!)
        expect([link, answer.status, (await answer.text()).includes(words)]).toEqual([link, 200, true])
      }
      await page.reload()
      await page.getByText('The addresses were shown when they were made.').waitFor()
      expect(await page.getByRole('link', { name: 'Atom Topics' }).count()).toBe(0)
      await button(page, 'Renew the addresses').click()
      await button(page, 'Renew the addresses').click()
      const second = await page.getByRole('link', { name: 'Atom Topics' }).getAttribute('href')
      expect(second).not.toBe(first)
      await expect.poll(async () => (await fetch(first!)).status).toBe(404)
      expect((await fetch(second!)).status).toBe(200)
    }))
})
