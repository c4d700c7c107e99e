import { expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/an-article.ts'
import { asVersion1 } from '../../../../tests/support/version-1-print.ts'
import { withoutBoilerplate } from '../boilerplate.ts'
import { decodePrint } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'
import { printOf } from './print.ts'
import { OLDEST_READABLE_VERSION, PRINT_VERSION } from './print-layout.ts'
import { renewPrint } from './renew-print.ts'

const TEXT =
  'Subscribe to our letter today please. The harbour bridge was closed after inspectors found a cracked hanger.'
const article = anArticle({ title: 'Harbour bridge closed', text: TEXT, guid: '7', url: 'https://a.example/7' })
const guidKey = 'ab'.repeat(16)

test.each([false, true])('a print made again from its article is the one that was stored, layered: %s', (layered) => {
  const whole = { ...printOf(article, { guidKey, layered }), seen: article.firstSeen + 5 }
  const stored = withoutBoilerplate(whole, new Set(whole.body!.shingles.slice(0, 4)))
  expect(stored.body!.boilerplate).toHaveLength(4)
  const renewed = renewPrint(article, asVersion1(encodePrint(stored)), layered)
  expect(renewed.version).toBe(PRINT_VERSION)
  expect(decodePrint(renewed.value)).toEqual(stored)
})

test('what only a print knows is taken over from every older version', () => {
  const stored = { ...printOf(article, { guidKey }), seen: article.firstSeen + 5 }
  for (let version = OLDEST_READABLE_VERSION; version < PRINT_VERSION; version++) {
    const old = encodePrint(stored)
    old[0] = version
    expect(decodePrint(renewPrint(article, old, false).value)).toEqual(stored)
  }
})

test('a print whose layout is not known leaves what the article says', () => {
  const unknown = Uint8Array.of(0, 1, 2, 3)
  expect(decodePrint(renewPrint(article, unknown, false).value)).toEqual(printOf(article))
})
