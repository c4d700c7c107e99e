import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Print } from '../../domain/print.ts'
import { epochZero } from '../epoch/epoch.ts'
import { contentMatch } from '../layer4-content.ts'
import { policyOf } from '../policies.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { type FilteredArticle, filterCopies } from './copy-filter.ts'
import { isCopy } from './story-edge.ts'

const RUNS = { seed: 11, numRuns: 200 }
const HOUR_MS = 3_600_000
const rules = { policy: policyOf('calibrated'), epoch: epochZero() }
const bodiesOnly = { ...rules, policy: { ...rules.policy, title: null } }

const WORD = fc.constantFrom(...'harbour ferry toll mayor strike vote river bridge cargo crane pilot tide'.split(' '))
const HEADLINE = fc.array(WORD, { maxLength: 7 }).map((words) => words.join(' '))

/** A text and another version of it, of which some words were replaced and some were cut off. */
const VERSIONS = fc
  .tuple(
    fc.oneof(fc.array(fc.nat(4000), { minLength: 50, maxLength: 160 }), fc.array(fc.nat(4000), { maxLength: 60 })),
    fc.array(fc.nat(159), { maxLength: 8 }),
    fc.oneof(fc.constant(160), fc.nat(160)),
  )
  .map(([words, replaced, length]) => {
    const other = words.map((word, at) => (replaced.includes(at) ? word + 1000 : word)).slice(0, length)
    return [words, other].map((list) => list.map((word) => `w${word}x`).join(' ')) as [string, string]
  })

function printOfArticle(key: string, title: string, text: string, published: number | null): Print {
  const known = { url: null, urlKey: null, sourceName: key, publisher: null, language: 'en', feed: 0, firstSeen: 0 }
  return printOf({
    ...known,
    key: key.repeat(32),
    guid: key.repeat(32),
    contentHash: key.repeat(32),
    wordCount: 0,
    title,
    text,
    published,
  })
}

const filtered = (print: Print): FilteredArticle => ({
  bytes: encodePrint(print),
  key: print.key,
  published: print.published,
  language: print.language,
  title: print.title,
})

const PAIR = fc
  .tuple(HEADLINE, HEADLINE, fc.boolean(), VERSIONS, fc.option(fc.nat(200)))
  .map(([one, other, isSame, [text, version], hours]) => [
    printOfArticle('a', one, text, 0),
    printOfArticle('b', isSame ? one : other, version, hours === null ? null : hours * HOUR_MS),
  ])

test('no pair of copies is filtered out', () => {
  let copies = 0
  fc.assert(
    fc.property(PAIR, ([a, b]) => {
      if (!isCopy({ overlap: 1 }, b!, a!, rules)) return
      copies++
      expect(filterCopies(filtered(a!), filtered(b!), rules)).not.toBe('none')
      expect(filterCopies(filtered(b!), filtered(a!), rules)).not.toBe('none')
    }),
    RUNS,
  )
  expect(copies).toBeGreaterThan(20)
})

test('bodies compared where they lie are alike when their prints match', () => {
  const found = new Set<boolean>()
  fc.assert(
    fc.property(PAIR, ([a, b]) => {
      const isMatch = contentMatch(b!, a!, bodiesOnly) !== null
      found.add(isMatch)
      expect(filterCopies(filtered(a!), filtered(b!), bodiesOnly)).toBe(isMatch ? 'copies' : 'none')
      expect(filterCopies(filtered(a!), filtered(b!), rules) === 'copies').toBe(isMatch)
    }),
    RUNS,
  )
  expect(found).toEqual(new Set([true, false]))
})
