import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyPrint, compareBodies } from './body-rule.ts'
import { jaccardSorted } from './jaccard.ts'
import { bandKeys, candidateChance, estimateJaccard, minhash } from './minhash.ts'
import { BODY_POLICY } from './policies.ts'
import { openingSentences, sharedSentences } from './sentences.ts'
import { createShingleIndex, shingles } from './shingles.ts'

/** A text of made-up sentences of fourteen words; another seed gives other words. */
function textOf(sentences: number, seed = 0): string {
  const word = (value: number) => Array.from(String(1000 + value), (digit) => 'bcdfghklmn'[Number(digit)]).join('a')
  const sentence = (at: number) =>
    Array.from({ length: 14 }, (_, k) => word(seed * 1000 + ((at * 31 + k * 7) % 97) + k * at))
  return Array.from({ length: sentences }, (_, at) => `${sentence(at).join(' ')}.`).join(' ')
}

const same = (a: string, b: string) =>
  compareBodies(bodyPrint(a, BODY_POLICY)!, bodyPrint(b, BODY_POLICY)!, BODY_POLICY)

describe('the body rule', () => {
  test('finds a body that gained one sentence', () => {
    expect(same(textOf(20), `${textOf(20)} And then the minister answered one more question at length.`).relation).toBe(
      'same',
    )
  })

  test('finds a body that lost its last tenth', () => {
    const whole = textOf(20)
    expect(same(whole, whole.slice(0, Math.floor(whole.length * 0.9))).relation).toBe('same')
  })

  test('needs no SimHash to agree', () => {
    const found = same(textOf(6), `${textOf(6)} ${textOf(1, 5)}`)
    expect(found.relation).toBe('same')
    expect(found).toHaveProperty('confirmed')
  })

  test('keeps strangers apart', () => expect(same(textOf(12), textOf(12, 3)).relation).toBeNull())

  test('has no print of a body under 40 words', () => expect(bodyPrint(textOf(2), BODY_POLICY)).toBeNull())

  test('reads texts without spaces by characters', () => {
    const text =
      '昨日午後東京都心で大規模な停電が発生し交通機関に影響が出た復旧作業は深夜まで続く見通しだと電力会社は発表した'.repeat(
        2,
      )
    expect(same(text, `${text}以上`).relation).toBe('same')
  })
})

describe('createShingleIndex', () => {
  test('finds exactly what comparing with all finds', () => {
    const set = fc
      .uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 20 })
      .map((list) => Uint32Array.from(list).sort())
    fc.assert(
      fc.property(fc.array(set, { maxLength: 15 }), set, fc.constantFrom(0.5, 0.7, 0.9), (stored, asked, threshold) => {
        const index = createShingleIndex(threshold)
        stored.forEach((entry, id) => {
          index.add(id, entry)
        })
        const slow = stored.flatMap((entry, id) => (jaccardSorted(entry, asked) >= threshold ? [id] : []))
        const found = index.find(asked)
        expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual(slow)
      }),
      { numRuns: 300, seed: 6 },
    )
  })
})

describe('minhash', () => {
  test('estimates Jaccard within four standard errors', () => {
    const base = shingles(textOf(40))
    for (const share of [0.3, 0.5, 0.8]) {
      const other = Uint32Array.from([
        ...base.subarray(0, Math.floor(base.length * share)),
        ...shingles(textOf(8, 9)),
      ]).sort()
      const exact = jaccardSorted(base, other)
      const error = Math.sqrt((exact * (1 - exact)) / 128)
      expect(Math.abs(estimateJaccard(minhash(base), minhash(other)) - exact)).toBeLessThan(4 * error)
    }
  })

  test.each([
    ['16 bands of 8 miss four in ten at their own confirm level', 0.7, { bands: 16, rows: 8 }, 0.613],
    ['32 bands of 4 do not', 0.7, { bands: 32, rows: 4 }, 0.9998],
    ['but let a quarter of the strangers through', 0.3, { bands: 32, rows: 4 }, 0.229],
  ])('%s', (_fact, jaccard, shape, chance) => expect(candidateChance(jaccard, shape)).toBeCloseTo(chance, 3))

  test('equal signatures share every band, and a band is as long as its rows', () => {
    const keys = bandKeys(minhash(shingles(textOf(9))), { bands: 32, rows: 4 })
    expect(new Set(keys).size).toBe(32)
    expect(bandKeys(minhash(shingles(textOf(9))), { bands: 32, rows: 4 })).toEqual(keys)
  })
})

test('opening sentences leave bylines out and meet across copies', () => {
  const text = `By A. Writer. ${textOf(5)}`
  expect(openingSentences(text)).toHaveLength(3)
  expect(sharedSentences(openingSentences(text), openingSentences(`Other byline. ${textOf(5)}`))).toBe(3)
  expect(sharedSentences(openingSentences(text), openingSentences(textOf(5, 4)))).toBe(0)
})
