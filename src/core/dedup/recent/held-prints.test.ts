import { expect, test } from 'vitest'
import { createDensePrints } from '../print/dense-print.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { createHeldPrints } from './held-prints.ts'

const stored = Array.from({ length: 30 }, (_, at) =>
  encodePrint(
    printOf({
      key: at.toString(16).padStart(32, '0'),
      ...{ feed: 1, guid: 'a', url: null, urlKey: null, sourceName: 'Paper', publisher: null, language: 'en' },
      ...{
        title: `Ferry ${at} leaves the harbour`,
        text: 'The ferry left the harbour on time. '.repeat(at),
        published: at,
      },
      ...{ firstSeen: at, wordCount: 6, contentHash: '0'.repeat(32) },
    }),
  ),
)

test.each([0, 1, 4, 12, 40])('prints are the same bytes while %i of them are held unpacked, and after', (unpacked) => {
  const dense = createDensePrints()
  const prints = createHeldPrints(dense, unpacked)
  for (const [nth, bytes] of stored.entries()) {
    expect(prints.push(bytes)).toBe(nth)
    expect(prints.size()).toBe(nth + 1)
    for (let slot = 0; slot <= nth; slot++) expect(dense.unpack(prints.at(slot)).slice()).toEqual(stored[slot])
  }
})

test('in a window twice as large all are packed', () => {
  const dense = createDensePrints()
  const [some, all] = [createHeldPrints(dense, 12), createHeldPrints(dense, 0)]
  for (const bytes of stored.slice(0, 24)) {
    some.push(bytes)
    all.push(bytes)
  }
  for (let slot = 0; slot < 24; slot++) expect(some.at(slot)).toEqual(all.at(slot))
  const small = createHeldPrints(dense, 12)
  for (const bytes of stored.slice(0, 12)) small.push(bytes)
  expect(small.at(11).length).toBe(stored[11]!.length + 1)
})
