import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePrint } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'
import { printOf } from './print.ts'
import { createSharingDecoder } from './shared-sections.ts'

interface Drawn {
  readonly feed: number
  readonly language: string | null
  readonly title: string
  readonly text: string | null
}

const DRAWN: fc.Arbitrary<Drawn> = fc.record({
  feed: fc.integer({ min: 1, max: 3 }),
  language: fc.constantFrom('en', 'de', null),
  title: fc.constantFrom('A quake strikes', 'The bridge reopens', '東京で地震', ''),
  text: fc.constantFrom('A quake struck the coast on Monday.', 'The bridge is open again.', null),
})

const bytesOf = ({ feed, language, title, text }: Drawn, at: number): Uint8Array =>
  encodePrint(
    printOf({
      key: at.toString(16).padStart(32, '0'),
      ...{ feed, guid: `guid ${at}`, url: null, urlKey: null, sourceName: `Paper ${feed}`, publisher: null, language },
      ...{ title, text, published: at, firstSeen: at, wordCount: 6, contentHash: '0'.repeat(32) },
    }),
  )

test('prints are those that are decoded one by one', () => {
  fc.assert(
    fc.property(fc.array(DRAWN, { maxLength: 12 }), fc.boolean(), (drawn, sharesTerms) => {
      const decode = createSharingDecoder(sharesTerms)
      const all = drawn.map((one, at) => bytesOf(one, at))
      const prints = all.map(decode)
      // What is decoded on first use may be read in any order.
      for (const at of all.keys()) {
        const { body, terms, ...head } = decodePrint(all.at(-1 - at)!)
        const print = prints.at(-1 - at)!
        expect({ ...print.terms }).toEqual(terms)
        expect(print.body).toEqual(body)
        expect(print).toMatchObject(head)
      }
    }),
    { seed: 11, numRuns: 200 },
  )
})

const COPY: Drawn = { feed: 1, language: 'en', title: 'A quake strikes', text: 'A quake struck the coast on Monday.' }

test.each([
  ['title, body and terms of a copy', COPY, { ...COPY, feed: 2 }, true, [true, true, true]],
  ['nothing but the body of a copy in another language', COPY, { ...COPY, language: 'fr' }, true, [false, true, false]],
  ['no terms where they are weighed by the feed', COPY, { ...COPY, feed: 2 }, false, [true, true, false]],
  ['nothing of another text', COPY, { ...COPY, title: 'Other', text: 'Another text.' }, true, [false, false, false]],
])('two prints share %s', (_, one, other, sharesTerms, shared) => {
  const decode = createSharingDecoder(sharesTerms)
  const [a, b] = [decode(bytesOf(one, 1)), decode(bytesOf(other, 2))]
  expect([a.title === b.title, a.body === b.body, a.terms === b.terms]).toEqual(shared)
})
