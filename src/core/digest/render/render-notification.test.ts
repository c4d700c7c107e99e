import { describe, expect, test } from 'vitest'
import {
  aDigest,
  aDigestArticle,
  aDigestItem,
  aHostileDigest,
  anEmptyDigest,
} from '../../../../tests/support/a-digest.ts'
import type { BreakingAlert } from '../breaking-alerts.ts'
import { itemsOf } from '../self-check.ts'
import { alertNotification, digestNotification } from './render-notification.ts'

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('a digest as a push notification', () => {
  test('lists its headlines, best first, with the source of each', () => {
    const { title, text } = digestNotification(aDigest(), null, 4096)
    const items = itemsOf(aDigest())
    expect(title).toMatch(/^Morning Brief, \w+, \d+ \w+ 2026$/)
    expect(text.split('\n').map((line) => line.slice(2))).toEqual(
      items.map(({ lead }) => `${lead.title} (${lead.sourceName})`),
    )
  })

  test.each([40, 100, 500, 4096])('never has more than %i bytes, and says how many are left out', (maxBytes) => {
    const items = Array.from({ length: 300 }, (_, n) =>
      aDigestItem(`頭條${n}`, aDigestArticle(`港口大橋關閉第${n}號 ✈️`, '日報')),
    )
    const { text } = digestNotification(aDigest({ alsoMentioned: items }), null, maxBytes)
    const shown = text.split('\n').filter((line) => line.startsWith('• ')).length
    expect(bytes(text)).toBeLessThanOrEqual(maxBytes)
    expect(text).toMatch(new RegExp(`… and ${itemsOf(aDigest({ alsoMentioned: items })).length - shown} more$`))
  })

  test('opens the page of the digest where there is one', () => {
    expect(digestNotification(aDigest(), 'https://news.example/digests/2026-11-15/morning', 4096).url).toBe(
      'https://news.example/digests/2026-11-15/morning',
    )
    expect(digestNotification(aDigest(), null, 4096).url).toBeNull()
  })

  test('without a story says that nothing was published', () => {
    const digest = anEmptyDigest()
    const read = { ...digest, health: { ...digest.health, polled: 3 } }
    expect(digestNotification(read, null, 4096).text).toBe('Nothing was published in this time.')
  })

  test('has one line for each headline, whatever a feed wrote', () => {
    const digest = aHostileDigest()
    const { title, text } = digestNotification(digest, null, 100_000)
    expect(text.split('\n')).toHaveLength(itemsOf(digest).length)
    expect(title + text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
  })
})

describe('breaking news as a push notification', () => {
  const article = aDigestArticle('Bridge\r\nX-Evil: 1 falls', 'The Wire', { url: 'https://a.example/?a=1&b=2' })
  const alert: BreakingAlert = {
    kind: 'breaking',
    story: 's1',
    article,
    score: 88,
    newsrooms: 4,
  }

  test('is a headline with its source, and opens the article', () => {
    const { title, text, url } = alertNotification(alert)
    expect(title).toBe('Breaking: Bridge X-Evil: 1 falls')
    expect(text.split('\n')).toEqual([
      'Bridge X-Evil: 1 falls',
      `${article.sourceName} (${article.tier}), 4 newsrooms, score 88`,
    ])
    expect(url).toBe('https://a.example/?a=1&b=2')
  })

  test('of a hostile length stays short, and an address that could run something is not opened', () => {
    const long = { ...article, title: '港'.repeat(9000), sourceName: 'x'.repeat(9000), url: 'javascript:alert(1)' }
    const { title, text, url } = alertNotification({ ...alert, article: long })
    expect([bytes(text) < 4096, title.length <= 120, url]).toEqual([true, true, null])
  })
})
