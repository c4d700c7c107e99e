import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import type { Match } from '../../domain/match.ts'
import type { Print } from '../../domain/print.ts'
import { keyHash } from '../../text/key-hash.ts'
import { guidMatch } from '../layer1-guid.ts'
import { urlMatch } from '../layer2-url.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import { POLICY_NAMES, type PolicyName, policyOf } from '../policies.ts'
import { printOf } from '../print/print.ts'
import type { Compare } from '../rules.ts'
import { NEAREST } from './candidate-counter.ts'
import { createRecent, type Recent, restoreRecent } from './recent.ts'

/* Headlines as desks write them: few subjects, many turns, versions, tolls, suffixes, three scripts, an emoji. */
const WORD = fc.constantFrom(
  ...'quake strikes coast kills injures rust node.js go release announces 1.84 1.83 1.24 1.24.0 12 35 bridge reopens harbour harbor minister resigns quits talks begin court ruling delayed storm nears 地震 東京 首相 辞任 發表 颱風 登陸 台北 🚢 lifts continues ban'.split(
    ' ',
  ),
)
const TITLE = fc
  .tuple(fc.array(WORD, { minLength: 1, maxLength: 9 }), fc.constantFrom('', ' - Reuters', '｜聯合新聞網', '!'))
  .map(([words, end]) => words.join(' ') + end)
const SENTENCE = fc.array(WORD, { minLength: 8, maxLength: 14 }).map((words) => `The ${words.join(' ')}.`)
const HOUR_MS = 3_600_000

const article = fc.record({
  title: TITLE,
  text: fc.option(fc.array(SENTENCE, { minLength: 1, maxLength: 7 }).map((list) => list.join(' '))),
  feed: fc.integer({ min: 0, max: 3 }),
  source: fc.option(fc.constantFrom('The Harbour', 'The Coast')),
  hours: fc.option(fc.integer({ min: 0, max: 120 })),
  guid: fc.constantFrom('1', '2', 'https://a.example/1', 'https://a.example/2', 'tag:a.example,2026:3'),
  url: fc.option(fc.constantFrom('https://a.example/1', 'http://www.a.example/1', 'https://b.example/1')),
})
interface Drawn {
  readonly title: string
  readonly text: string | null
  readonly feed: number
  readonly source: string | null
  readonly hours: number | null
  readonly guid: string
  readonly url: string | null
}

/** Some articles take the text, or nearly the text, of the one before: copies are the point. */
const drawn = fc.array(fc.tuple(article, fc.constantFrom('own', 'own', 'copy', 'longer', 'same title')), {
  minLength: 2,
  maxLength: 24,
})

function printsOf(list: readonly (readonly [Drawn, string])[]): Print[] {
  let before: Drawn | null = null
  return list.map(([one, kind], at) => {
    const text = before?.text && (kind === 'copy' || kind === 'longer') ? before.text : one.text
    const title = before && kind === 'same title' ? before.title : one.title
    before = {
      ...one,
      title,
      text: kind === 'longer' && text ? `${text} More is expected later in the day, they say.` : text,
    }
    return aPrint(before, at)
  })
}

function aPrint({ title, text, feed, source, hours, guid, url }: Drawn, at: number): Print {
  const input = {
    key: keyHash(`article ${at}`),
    feed,
    guid,
    url,
    urlKey: url === null ? null : keyHash(url.replace(/^https?:\/\/(?:www\.)?/, '')),
    sourceName: source,
    publisher: null,
    language: null,
    title,
    text,
    published: hours === null ? null : hours * HOUR_MS,
    firstSeen: at,
    contentHash: keyHash(title),
    wordCount: at,
  }
  return printOf(input, { layered: true })
}

const LAYERS: readonly [keyof Recent & `${string}Matches`, Compare][] = [
  ['guidMatches', guidMatch],
  ['urlMatches', urlMatch],
  ['titleMatches', titleMatch],
  ['contentMatches', contentMatch],
  ['eventMatches', eventMatch],
]

const sorted = (matches: readonly Match[]) => [...matches].sort((a, b) => (a.with < b.with ? -1 : 1))

/** Compares the newcomer with every article, as a window without an index would. */
function bruteForce(newcomer: Print, others: readonly Print[], compare: Compare, recent: Recent): Match[] {
  return sorted(others.flatMap((other) => compare(newcomer, other, recent.rules) ?? []))
}

/** So that these windows hold prints of both forms. */
const HALF_PACKED = { unpacked: 4 }

describe.each(POLICY_NAMES)('the window under %s', (name: PolicyName) => {
  test('finds in every layer exactly what comparing with all articles finds', () => {
    fc.assert(
      fc.property(drawn, (list) => {
        const recent = createRecent(policyOf(name), HALF_PACKED)
        const before: Print[] = []
        for (const print of printsOf(list)) {
          for (const [find, compare] of LAYERS) {
            // Fingerprints have no index of their own: they are asked of the title layer's candidates.
            if (find === 'contentMatches' && name === 'layered') continue
            expect(sorted(recent[find](print))).toEqual(bruteForce(print, before, compare, recent))
          }
          recent.add(print)
          before.push(print)
        }
      }),
      { seed: 7, numRuns: volume(10, 20_000) },
    )
  })

  test('answers after a restart as before it', () => {
    fc.assert(
      fc.property(drawn, (list) => {
        const [newcomer, ...others] = printsOf(list)
        const recent = createRecent(policyOf(name), HALF_PACKED)
        for (const print of others) recent.add(print)
        const again = restoreRecent(recent.snapshot(), policyOf(name), HALF_PACKED)
        for (const [find] of LAYERS) expect(again[find](newcomer!)).toEqual(recent[find](newcomer!))
      }),
      { seed: 8, numRuns: volume(3, 5_000) },
    )
  })
})

describe('any threshold of Jaro–Winkler', () => {
  test('misses no title', () => {
    fc.assert(
      fc.property(
        fc.array(TITLE, { maxLength: 30 }),
        TITLE,
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        (titles, title, titleJaroWinkler) => {
          const recent = createRecent(policyOf('three-tier', { titleJaroWinkler }))
          const blank = { text: null, feed: 1, source: null, hours: null, guid: 'g', url: null }
          const others = titles.map((one, at) => aPrint({ ...blank, title: one }, at + 1))
          for (const other of others) recent.add(other)
          const newcomer = aPrint({ ...blank, title }, 0)
          expect(sorted(recent.titleMatches(newcomer))).toEqual(bruteForce(newcomer, others, titleMatch, recent))
        },
      ),
      { seed: 9, numRuns: volume(40, 100_000) },
    )
  })
})

describe('a window', () => {
  const many = (count: number) => fc.sample(article, { seed: 10, numRuns: count }).map(aPrint)

  test('lets go what is too old', () => {
    const recent = createRecent(policyOf('calibrated', { retentionDays: 14 }))
    const day = 86_400_000
    for (const [at, print] of many(20).entries()) recent.add({ ...print, seen: at * day })
    recent.expire(20 * day)
    expect(recent.size()).toBe(14)
    expect(recent.get(keyHash('article 5'))).toBeNull()
    expect(recent.get(keyHash('article 6'))?.seen).toBe(6 * day)
  })

  test('never holds more than it may, and the longest there leave first', () => {
    const recent = createRecent(policyOf('calibrated'), { most: 10 })
    const [one] = many(1)
    for (let at = 0; at < 5000; at++) recent.add({ ...one!, key: keyHash(`article ${at}`) })
    expect(recent.size()).toBe(10)
    expect(recent.get(keyHash('article 4989'))).toBeNull()
    expect(recent.get(keyHash('article 4990'))).not.toBeNull()
  })

  test('finds enough of what a thousand sites carry, and no more', () => {
    const recent = createRecent(policyOf('calibrated'))
    const [one] = many(1)
    const copy = (feed: number) => ({
      ...one!,
      key: keyHash(`copy ${feed}`),
      guid: keyHash(`guid ${feed}`),
      urlKey: null,
      feed,
    })
    for (let feed = 1; feed <= 1000; feed++) recent.add(copy(feed))
    expect(recent.titleMatches(copy(2000))).toHaveLength(NEAREST)
  })

  test('one opened this minute finds among thousands what one that grew finds', () => {
    const boat = (at: number): Print => {
      const title = `Boat ${at % 40} is ${at % 3 === 0 ? 'late' : 'early'} again at berth ${at % 7}`
      const text = `The boat was ${at % 2 === 0 ? 'late' : 'early'} again, said the harbour master of berth ${at % 9}.`
      return aPrint({ title, text, feed: at % 5, source: null, hours: at % 300, guid: `${at}`, url: null }, at)
    }
    const grown = createRecent(policyOf('calibrated'))
    for (let at = 1; at <= 1200; at++) {
      if (at % 100 === 0) grown.titleMatches(boat(at))
      grown.add(boat(at))
      if (at % 4 === 0) grown.remove(keyHash(`article ${at}`))
    }
    const opened = restoreRecent(grown.snapshot(), policyOf('calibrated'))
    for (const at of [5001, 5002, 5003, 5150]) {
      expect(opened.titleMatches(boat(at))).toEqual(grown.titleMatches(boat(at)))
      expect(opened.eventMatches(boat(at))).toEqual(grown.eventMatches(boat(at)))
    }
  })

  test('finds the copy among thousands of headlines of one frame', () => {
    const recent = createRecent(policyOf('calibrated'))
    const boat = (name: string, at: number, feed: number) =>
      aPrint({ title: `Boat ${name} is late`, text: null, feed, source: null, hours: 1, guid: `${at}`, url: null }, at)
    for (let at = 1; at <= 1200; at++) recent.add(boat(`b${at}`, at, 1))
    const [best] = recent.titleMatches(boat('b17', 4000, 2))
    expect(best).toMatchObject({ with: keyHash('article 17'), relation: 'same' })
  })

  test('forgets an article that is taken out', () => {
    const recent = createRecent(policyOf('calibrated'))
    const [one] = many(1)
    recent.add(one!)
    recent.remove(one!.key)
    expect([recent.size(), recent.guidMatches(one!)]).toEqual([0, []])
  })

  test('names the earlier source first among equals', () => {
    const recent = createRecent(policyOf('calibrated'), { positionOf: (feed) => -feed })
    const [one] = many(1)
    for (const feed of [1, 2, 3]) recent.add({ ...one!, key: keyHash(`copy ${feed}`), feed, guidIsUnique: true })
    const found = recent.guidMatches({ ...one!, key: keyHash('newcomer'), feed: 9, guidIsUnique: true })
    expect(found.map((match) => match.with)).toEqual([3, 2, 1].map((feed) => keyHash(`copy ${feed}`)))
  })
})
