import { expect, test } from 'vitest'
import type { BreakingAlert } from '../breaking-alerts.ts'
import { alertJson, renderAlert } from './render-alert.ts'

const alert: BreakingAlert = {
  kind: 'breaking',
  story: 's1',
  article: {
    key: 'k',
    title: '<b>Bridge</b>\r\nBcc: all & sundry',
    url: 'https://a.example/?a=1&b=2',
    sourceName: 'The <Wire>',
    tier: 'T1',
    published: 0,
    dateUncertain: false,
    language: 'en',
  },
  score: 88,
  newsrooms: 4,
}
const moment = { at: Date.UTC(2026, 2, 3, 7), zone: 'Asia/Taipei' }

test('an alert is one headline with who says so; nothing a feed wrote becomes markup or a header', () => {
  const mail = renderAlert(alert, moment, { deliveryKey: 'alert:s1 me', domain: 'a.example', unsubscribe: [] })
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.html).toContain('&lt;b&gt;Bridge&lt;/b&gt;')
  expect(mail.html).toContain('href="https://a.example/?a=1&amp;b=2"')
  expect(mail.text).toContain('The <Wire> (T1), 4 newsrooms, score 88')
  expect(mail.headers['Message-ID']).toMatch(/^<[0-9a-f]+@a\.example>$/)
})

test('a program gets the same as JSON', () => {
  expect(JSON.parse(alertJson(alert, moment))).toMatchObject({
    kind: 'breaking',
    at: '2026-03-03T07:00:00.000Z',
    score: 88,
  })
})
