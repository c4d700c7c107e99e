import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PairEvidence } from '../domain/pair-evidence.ts'
import { createDeduper } from './deduper.ts'
import { mostAlike, mostCertain, pairValue, pairVeto, supportValue } from './pair-rule.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const evidence: fc.Arbitrary<PairEvidence> = fc.record({
  overlap: share,
  titles: share,
  shared: fc.double({ min: 0, max: 60, noNaN: true }),
  headlines: share,
  rarest: fc.double({ min: 0, max: 6, noNaN: true }),
  otherFigures: fc.integer({ min: 0, max: 5 }),
  terms: fc.integer({ min: 0, max: 90 }),
  otherNames: fc.double({ min: 0, max: 16, noNaN: true }),
  shorter: fc.integer({ min: 1, max: 200 }),
  isBare: fc.boolean(),
  hoursApart: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
  sameSource: fc.boolean(),
  isCredited: fc.boolean(),
  names: fc.integer({ min: 0, max: 9 }),
  isFollowUp: fc.constant(false),
})
const setting = fc.record({
  language: fc.constantFrom('en', 'de', 'zh'),
  otherNumbers: fc.boolean(),
  otherFixedNumbers: fc.boolean(),
  otherPlaces: fc.boolean(),
  veto: fc.constant(null),
})

describe('the pair rule', () => {
  test('is monotone: more of what two share never makes it less sure, more of what parts them never more', () => {
    const more: readonly (readonly [keyof PairEvidence, 1 | -1])[] = [
      ['overlap', 1],
      ['titles', 1],
      ['shared', 1],
      ['headlines', 1],
      ['rarest', 1],
      ['otherFigures', -1],
      ['terms', 1],
      ['otherNames', -1],
      ['shorter', -1],
      ['hoursApart', -1],
    ]
    fc.assert(
      fc.property(evidence, setting, fc.double({ min: 0.01, max: 20, noNaN: true }), (one, frame, step) => {
        for (const [part, sign] of more) {
          const before = one[part]
          if (typeof before !== 'number') continue
          const after = pairValue({ ...one, [part]: before + step }, frame)
          expect(sign * (after - pairValue(one, frame))).toBeGreaterThanOrEqual(-1e-12)
        }
        const own = pairValue({ ...one, sameSource: true }, { ...frame, otherNumbers: false })
        expect(own).toBeLessThanOrEqual(pairValue({ ...one, sameSource: false }, { ...frame, otherNumbers: false }))
        const followUp = pairValue({ ...one, sameSource: true, isFollowUp: true }, frame)
        expect(followUp).toBeGreaterThanOrEqual(pairValue({ ...one, sameSource: true }, frame))
        const elsewhere = pairValue(one, { ...frame, otherPlaces: true })
        expect(elsewhere).toBeLessThanOrEqual(pairValue(one, { ...frame, otherPlaces: false }))
      }),
      { seed: 16, numRuns: 500 },
    )
  })

  test('no pair is surer than what its terms and times allow at most', () => {
    fc.assert(
      fc.property(evidence, setting, (any, frame) => {
        const one = { ...any, headlines: any.isBare ? Math.min(any.headlines, mostAlike(any.titles)) : 0 }
        const most = mostCertain(one, one, one, frame.language)
        expect(pairValue(one, frame)).toBeLessThanOrEqual(most)
        expect(supportValue(one, frame)).toBeLessThanOrEqual(most)
      }),
      { seed: 16, numRuns: 500 },
    )
  })

  test('one shared term alone is refused', () => {
    const one = fc.sample(evidence, { seed: 1, numRuns: 1 })[0]!
    const frame = { language: 'en', otherNumbers: false, otherFixedNumbers: false, otherPlaces: false, veto: null }
    expect(pairVeto({ ...one, shared: 0, sameSource: false }, frame)).toBe('one-term')
  })
})

/** Two articles of two newsrooms, so many hours apart; whether they end up in one story. */
function together(
  a: readonly [title: string, text?: string],
  b: readonly [title: string, text?: string],
  { hours = 3, language = 'en', source = 'B' }: { hours?: number; language?: string; source?: string } = {},
): boolean {
  const deduper = createDeduper()
  const add = (id: string, [title, text]: readonly [string, string?], from: string, published: number) =>
    deduper.add({ id, title, text: text ?? null, source: from, published, language })
  add('a', a, 'A', 0)
  add('b', b, source, hours * 3_600_000)
  return new Set(deduper.storyOf().values()).size === 1
}

describe('an update is the same event', () => {
  test.each([
    [
      'a toll that grows',
      [
        'Ferry Dalisay sinks off Cuyo, 14 dead',
        'Divers recovered bodies from the hull of the ferry Dalisay off Cuyo island; the coast guard counted 14 dead.',
      ],
      [
        'Toll in Dalisay ferry sinking rises to 19',
        'The coast guard off Cuyo said 19 people died when the ferry Dalisay capsized; divers searched the hull.',
      ],
    ],
    [
      'a magnitude that is corrected',
      [
        'Magnitude 6.1 quake shakes Hualien coast',
        'A quake of magnitude 6.1 struck off Hualien, the seismology centre said; Suhua highway was closed by rocks.',
      ],
      [
        'Hualien quake revised to 5.9',
        'The seismology centre revised the quake off Hualien to 5.9; rocks closed the Suhua highway.',
      ],
    ],
    [
      'a bid that is raised',
      [
        'Tolland offers €41 a share for Brandauer Hydraulik',
        'Tolland Group bid 41 euros a share for the pump maker Brandauer Hydraulik of Heilbronn.',
      ],
      [
        'Tolland lifts Brandauer bid to €46.50',
        'Tolland Group raised its offer for the Heilbronn pump maker Brandauer Hydraulik to 46.50 euros a share.',
      ],
    ],
  ] as const)('%s', (_fact, a, b) => expect(together(a, b, { hours: 20 })).toBe(true))
})

describe('another event is another story', () => {
  test.each([
    [
      'another version',
      ['NetNewsWire 7.1.2', 'Bug fixes to refresh, sync and iframe display in NetNewsWire.'],
      ['NetNewsWire 7.1.3', 'Bug fixes to refresh, sync and iframe display in NetNewsWire.'],
    ],
    [
      'another quarter',
      [
        'Tarn & Vale restates third-quarter profit',
        'Tarn & Vale cut its profit after freight invoices were booked twice.',
      ],
      [
        'Tarn & Vale beats fourth-quarter forecasts',
        'Tarn & Vale profit rose after freight invoices were booked right.',
      ],
    ],
    ['one shared name', ['Pellow quits as deputy leader'], ['Pellow lighthouse opens to visitors']],
    ['one common noun', ['How I play my horror games'], ['Dad recalls horror on the motorway']],
    [
      'a briefing that names it',
      ['Ferry Dalisay sinks off Cuyo, 14 dead', 'Divers searched the hull of the ferry Dalisay off Cuyo.'],
      ['Friday briefing: ferry Dalisay sinks off Cuyo, verdict in Hamburg', 'The ferry Dalisay sank off Cuyo.'],
    ],
  ] as const)('%s', (_fact, a, b) => expect(together(a, b)).toBe(false))

  test('two posts of one newsroom about one subject', () =>
    expect(
      together(
        ['Nokogiri parsing made easy', 'How the Nokogiri library parses XML in Ruby, with a wrapper.'],
        ['Making the Nokogiri library faster', 'The Nokogiri library parses XML in Ruby faster now.'],
        { source: 'A' },
      ),
    ).toBe(false))
})

describe('two articles without a time', () => {
  const first = [
    'Volcano Ebrako throws ash on the northern islands',
    'The volcano Ebrako on the northern islands threw ash to a height of three kilometres, the eruption response team said. An orange code was given to aviation. No ash fell on settlements, and tourists were told to keep away from the crater.',
  ] as const
  const second = (volcano: string, place: string) =>
    [
      `Ash over the ${place} as volcano ${volcano} wakes`,
      `A column of ash stood above the crater of ${volcano}, seen by scientists from the ${place}. Pilots have an orange code, and the eruption may go on for days.`,
    ] as const
  const undated = (a: readonly [string, string], b: readonly [string, string]): boolean => {
    const deduper = createDeduper()
    for (const [at, [title, text]] of [a, b].entries())
      deduper.add({ id: String(at), title, text, source: `Source ${at}`, language: 'en' })
    return new Set(deduper.storyOf().values()).size === 1
  }

  test.each([
    ['tell one event when they share their names', second('Ebrako', 'islands'), true],
    ['tell two when each title has a name that the other article has not', second('Karumsk', 'peninsula'), false],
  ] as const)('%s', (_fact, other, expected) => {
    expect(undated(first, other)).toBe(expected)
    expect(undated(other, first)).toBe(expected)
  })
})

describe('where words are compounded', () => {
  const evidence: PairEvidence = {
    overlap: 0.15,
    titles: 0.16,
    headlines: 0,
    shared: 5,
    rarest: 3.2,
    otherFigures: 0,
    terms: 0,
    otherNames: 0,
    shorter: 21,
    isBare: false,
    hoursApart: 11,
    sameSource: false,
    isCredited: false,
    names: 0,
    isFollowUp: false,
  }
  const certaintyOf = (language: string, change: Partial<PairEvidence>): number =>
    pairValue(
      { ...evidence, ...change },
      { language, otherNumbers: false, otherFixedNumbers: false, otherPlaces: false, veto: null },
    )

  test.each([
    ['much shared rarity makes up for other words in titles', 'de', { shared: 10 }, true],
    ['a shared name and a word do not', 'de', { shared: 5 }, false],
    ['nor does the jargon of one agency', 'de', { shared: 10, isCredited: true }, false],
    ['English has its words in one form', 'en', { shared: 10 }, false],
    ['words in Cyrillic letters are cut short', 'ru', { shared: 10 }, false],
  ] as const)('%s', (_fact, language, change, expected) => expect(certaintyOf(language, change) >= 0.5).toBe(expected))
})

test('both ways of writing Chinese tell one story', () => {
  const a = [
    '台灣航天員完成太空漫步 花蓮民眾歡呼',
    '台灣首位航天員林曉雲完成太空漫步，花蓮家鄉民眾圍觀轉播歡呼。',
  ] as const
  const b = [
    '台湾航天员完成太空漫步 花莲民众欢呼',
    '台湾首位航天员林晓云完成太空漫步，花莲家乡民众围观转播欢呼。',
  ] as const
  expect(together(a, b, { language: 'zh' })).toBe(true)
})

describe('an article that credits an agency', () => {
  const agency = (id: string, title: string, text: string, hours: number) => ({
    id,
    title,
    text,
    language: 'de',
    source: 'Allgemeiner Bilddienst',
    published: hours * 3_600_000,
  })
  const verdict =
    'Hamburg (abd) – Das Landgericht Hamburg hat den früheren Chef der Nordbank, Detlev Kars, wegen Betrugs und Untreue zu sechs Jahren Haft verurteilt. Die Staatsanwaltschaft hatte acht Jahre Haft gefordert, die Verteidigung Freispruch.'
  const reprint = {
    ...agency('reprint', '«Diese Schiffe fuhren nie»: Haft für Bankchef', verdict.slice(0, 150), 1),
    source: 'Alpenblatt',
  }
  const other = agency(
    'other',
    'Landgericht Kiel spricht früheren Sparkassenchef vom Vorwurf der Untreue frei',
    'Kiel (abd) – Der frühere Chef der Sparkasse, Jörn Hage, ist vom Vorwurf der Untreue freigesprochen worden, urteilte das Landgericht. Die Staatsanwaltschaft hatte zwei Jahre Haft gefordert.',
    2,
  )

  test('is its reprint, and ties no other article of the agency to the story', () => {
    const deduper = createDeduper()
    for (const item of [agency('first', 'Früherer Nordbank-Chef Kars verurteilt', verdict, 0), reprint, other])
      deduper.add(item)
    const [first, second, third] = ['first', 'reprint', 'other'].map((id) => deduper.storyOf().get(id))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(deduper.stories().find(({ members }) => members.includes('first'))).toMatchObject({
      newsrooms: 1,
      reprints: 1,
    })
  })
})
