import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochZero } from '../epoch/epoch.ts'
import { sharesTerms } from '../layer3-title.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { createPackedPrints } from './packed-prints.ts'
import { createTitleTerms } from './title-terms.ts'

const WORD = fc.constantFrom(...'the of ferry toll mayor strike mayor vote river 12 2026 Zürich paris'.split(' '))
const TITLE = fc.oneof(
  fc.array(WORD, { maxLength: 9 }).map((words) => words.join(' ')),
  fc.constantFrom('东京地铁停运两小时', '东京地铁恢复运行', '京', 'Ferry 东京'),
)

test('titles share enough by the bytes of their prints exactly where they do by their decoded titles', () => {
  const found = new Set<boolean | null>()
  fc.assert(
    fc.property(
      fc.array(TITLE, { minLength: 2, maxLength: 12 }),
      fc.constantFrom('en', 'de', 'zh', null),
      (titles, language) => {
        const prints = titles.map((title, at) =>
          printOf({
            key: at.toString(16).padStart(32, '0'),
            ...{ feed: at, guid: 'a', url: null, urlKey: null, sourceName: 'x'.repeat(at), publisher: null, language },
            ...{ title, text: 'A text.', published: at % 3 === 0 ? null : at, firstSeen: 0, wordCount: 2 },
            contentHash: '0'.repeat(32),
          }),
        )
        const packed = createPackedPrints()
        for (const print of prints) packed.add(encodePrint(print))
        const terms = createTitleTerms(epochZero(), packed)
        for (const [a, one] of prints.entries()) {
          for (const [b, other] of prints.entries()) {
            const shares = terms.share(a, b)
            found.add(shares)
            const isLetters = one.title.letters !== null && other.title.letters !== null
            expect(shares).toBe(isLetters ? null : sharesTerms(one, other, epochZero()))
          }
        }
      },
    ),
    { seed: 41, numRuns: 200 },
  )
  expect(found).toEqual(new Set([true, false, null]))
})
