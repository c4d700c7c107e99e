import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import type { Print } from '../domain/print.ts'
import { keyHash } from '../text/key-hash.ts'
import { epochZero } from './epoch/epoch.ts'
import { comparePair } from './judge-pair.ts'
import { printOf } from './print/print.ts'

const WORDS = 'quake coast island rescue minister harbour bridge traffic mayor inflation bank governor 4,200 Dalisay'
const words = fc.array(fc.constantFrom(...WORDS.split(' ')), { minLength: 2, maxLength: 30 })
const article = fc.record({ title: words, text: words, source: fc.constantFrom('Herald', 'Courier') })

function aPrint(at: number, { title, text, source }: { title: string[]; text: string[]; source: string }): Print {
  return printOf({
    key: keyHash(`article ${at}`),
    feed: 0,
    guid: `guid ${at}`,
    url: null,
    urlKey: null,
    sourceName: source,
    publisher: null,
    language: 'en',
    title: title.slice(0, 9).join(' '),
    text: text.join(' '),
    published: at * 3_600_000,
    firstSeen: 0,
    contentHash: keyHash(title.join(' ')),
    wordCount: 10,
  })
}

test('the evidence of a pair is the same to the last digit from either side', () => {
  fc.assert(
    fc.property(article, article, (one, other) => {
      const [a, b] = [aPrint(1, one), aPrint(2, other)]
      expect(comparePair(a, b, epochZero())).toEqual(comparePair(b, a, epochZero()))
    }),
    { seed: 17, numRuns: volume(200, 5_000) },
  )
})
