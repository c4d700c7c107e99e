import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TITLE_POLICY } from '../similar/policies.ts'
import { compareTitles } from '../similar/title-rule.ts'
import { epochZero } from './epoch/epoch.ts'
import { sharesTerms, softIdfFinding } from './layer3-title.ts'
import { policyOf } from './policies.ts'
import { printOf } from './print/print.ts'
import { inOrder } from './rules.ts'
import { titlePrintOf } from './titles.ts'

const TITLES = [
  'A quake strikes the coast',
  'A quake struck the coasts',
  'A quake of 7.1 strikes the coast',
  'Bridge reopens',
]
const RULES = { policy: policyOf('calibrated'), epoch: epochZero() }
const RULE = { measure: 'soft-idf', thresholds: TITLE_POLICY, numberVeto: true } as const

test('what is found about two titles does not depend on the pairs before', () => {
  const one = fc.record({ title: fc.constantFrom(...TITLES), published: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), fc.infiniteStream(fc.nat()), (drawn, places) => {
      const titles = new Map<string, ReturnType<typeof printOf>['title']>()
      const prints = drawn.map(({ title, published }, at) => {
        const print = printOf({
          key: at.toString(16).padStart(32, '0'),
          ...{ feed: at, guid: `${at}`, url: null, urlKey: null, sourceName: null, publisher: null, language: 'en' },
          ...{ title, text: null, published, firstSeen: 0, wordCount: 0, contentHash: '0'.repeat(32) },
        })
        // As copies have it.
        if (!titles.has(title)) titles.set(title, print.title)
        return { ...print, title: titles.get(title)! }
      })
      for (let round = 0; round < 20; round++) {
        const [a, b] = [1, 2].map(() => prints[places.next().value % prints.length]!)
        const [first, second] = inOrder(a!, b!).map((print) =>
          titlePrintOf(print, epochZero(), TITLE_POLICY.weightPower),
        )
        const wanted = sharesTerms(a!, b!, epochZero()) ? compareTitles(first!, second!, TITLE_POLICY) : null
        expect(softIdfFinding(a!, b!, RULE, RULES)).toEqual(wanted)
      }
    }),
    { seed: 12, numRuns: 100 },
  )
})
