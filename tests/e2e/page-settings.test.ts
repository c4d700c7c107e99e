import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage } from '../support/a-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'

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

const noticed = (page: Page, words: string | RegExp) => page.locator('.notice').getByText(words).waitFor()
const settings = () => world.admin.get<Record<string, unknown>>('/me/settings')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('digests', () => {
  test('are listed by day, each leads to its page and from there to its neighbours and other formats', () =>
    shown('/digests', async (page) => {
      await page.getByRole('link', { name: 'Morning Brief' }).click()
      await page.getByRole('heading', { level: 1, name: 'Morning Brief' }).waitFor()
      expect(await page.locator('.dateline').innerText()).toContain('Sunday, 15 November 2026')
      expect(await page.locator('#deliveries + ul').innerText()).toMatch(
        /Mail\s+me@a\.example\s+may have arrived or not/,
      )
      await page.getByRole('heading', { name: 'What was not read' }).waitFor()
      await page.getByRole('link', { name: /^← Evening Recap/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Evening Recap' }).waitFor()
      expect(await page.getByRole('link', { name: /^Morning Brief.*→$/ }).count()).toBe(1)
      await page.getByRole('link', { name: 'Markdown' }).click()
      await page.waitForURL('**/digests/2026-11-14/evening.md')
      expect(await page.locator('body').innerText()).toContain('# Evening Recap')
    }))

  test('are subscribed to as a feed, and by mail at hours of one’s own', () =>
    shown('/digests', async (page) => {
      expect(await page.getByRole('link', { name: 'Atom' }).getAttribute('href')).toBe('/feed.atom')
      await page.getByLabel('Send me digests by mail').uncheck()
      await noticed(page, 'Saved.')
      await page.getByLabel('Morning Brief', { exact: true }).selectOption('at')
      await page.getByLabel('Hour of the Morning Brief').fill('06:30')
      await page.getByLabel('Hour of the Morning Brief').blur()
      await expect.poll(settings).toMatchObject({ digestMail: false, digestHours: { morning: '06:30', midday: null } })
    }))

  test('that do not exist say so', () =>
    shown('/digests/2020-01-01/morning', async (page) => {
      expect(await page.getByRole('alert').innerText()).toBe('There is nothing at this address.')
    }))
})

describe('settings', () => {
  test('are saved at once: language, colours, zone and languages of the news', () =>
    shown('/settings', async (page) => {
      await page.getByLabel('Dark').check()
      await noticed(page, 'Saved.')
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
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
      expect(await page.locator(`#${described!.split(' ').find((id) => id.endsWith('wrong'))}`).innerText()).toContain(
        'There is no time zone of this name.',
      )
      await page.getByText('Set a password').click()
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByLabel('New password again').fill('short')
      await button(page, 'Save the password').click()
      await page.getByText('A password has at least 8 characters.').waitFor()
      expect(await settings()).toMatchObject({ zone: null })
    }))

  test('that the server refuses are taken back with a word', () =>
    shown('/settings', async (page) => {
      const problem = { type: 'about:blank', title: '', status: 503, code: 'not_now', detail: '' }
      await page.route('**/api/v1/me/settings', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: problem }) : route.continue(),
      )
      await page.getByLabel('Headlines open the original').click()
      await page.getByText('The server is busy; try again in a moment.').waitFor()
      expect(await page.getByLabel('Headlines open the original').isChecked()).toBe(false)
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
      expect(await page.getByText('<b>script</b>').count()).toBe(0)
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
      expect(await violin.innerText()).toContain('You asked for more like: Museum buys rare violin')
      expect(await page.locator('#votes + ul').innerText()).toMatch(
        /Less like Choir sings in the old cannery\s+counts less now: /,
      )
      await button(page, 'Forget violin').click()
      await noticed(page, 'Forgotten: violin.')
      await button(page, 'Forget everything learned').click()
      await button(page, 'Forget everything').click()
      await page.getByText('Learning: 0 of 30').waitFor()
      // What the settings name stays.
      expect(await page.locator('.interest').allInnerTexts()).toEqual([expect.stringContaining('lighthouse')])
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
      expect(await page.locator('.tried').innerText()).toContain('Orchard harvest begins late')
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
      expect(await world.admin.get('/rules')).toMatchObject({ items: [{ kind: 'highlight', query: 'orchard' }] })
    }))
})
