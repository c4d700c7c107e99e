import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngagementKind, Profile, StandingInterests } from '../domain/interest.ts'
import { backgroundIdf, subjectTerms, subjectVector } from '../similar/subject.ts'
import { dot } from '../similar/vectors.ts'
import { articleInterests } from './article-interests.ts'
import { explainProfile } from './explain-profile.ts'
import { fadeProfile } from './fade.ts'
import { INTEREST_POLICY } from './interest-policy.ts'
import { engage, newProfile, resetProfile, withStanding } from './profile.ts'
import { profileVector } from './profile-vector.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const start = Date.UTC(2026, 0, 5)
const policy = INTEREST_POLICY
const nothing: StandingInterests = { interests: {}, categories: [], languages: ['en'] }

interface Text {
  readonly title: string
  readonly text: string | null
  readonly language: string | null
  readonly sourceName: string | null
}

const article = (title: string, text: string | null = null, language: string | null = 'en'): Text => ({
  title,
  text,
  language,
  sourceName: null,
})
const bees = [
  'Beekeepers report a good year for honey',
  'Why city bees make better honey',
  'Wild bees return to the orchard',
  'A new mite threatens beekeepers',
].map((title) => article(title, `${title}. Bees and beekeepers of the valley speak about hives and honey.`))
const trains = article('Night trains return to the coast', 'The railway runs night trains along the coast again.')
const unseenBees = article('Honey prices fall as bees thrive', 'Beekeepers sell more honey from their hives than ever.')

/** Each deed is about another article of the same text. */
let deeds = 0
function did(profile: Profile, kind: EngagementKind, what: Text, at: number): Profile {
  return about(`${what.title} ${deeds++}`, profile, kind, what, at)
}
function about(article: string, profile: Profile, kind: EngagementKind, what: Text, at: number): Profile {
  const terms = articleInterests(what, policy.termsPerArticle)
  return engage(profile, { kind, article, at, terms, before: null }, policy)
}

/** The same after so many other engagements that it counts. */
const grown = (profile: Profile): Profile => ({ ...profile, engaged: { articles: 30, days: [1, 2, 3, 4, 5] } })

function likeness(profile: Profile, what: Text): number {
  const vector = profileVector(grown(profile), policy)!
  return dot(vector, subjectVector(subjectTerms(what), backgroundIdf(what.language, what.title)))
}

const weightOf = (profile: Profile, term: string) =>
  explainProfile(profile, policy).find((one) => one.term === term)?.weight ?? 0

describe('a profile', () => {
  test('is none before an interest or an engagement, whatever the categories', () => {
    expect(profileVector(newProfile({ ...nothing, categories: ['World'] }), policy)).toBeNull()
  })

  test('begins with one configured interest', () => {
    const profile = newProfile({ ...nothing, interests: { honey: 1 } })
    expect(likeness(profile, unseenBees)).toBeGreaterThan(0.1)
    expect(likeness(profile, trains)).toBe(0)
  })

  test.each([
    ['29 articles on ten days', 29, 10, false],
    ['30 articles on four days', 30, 4, false],
    ['30 articles on five days', 30, 5, true],
    ['many on one day', 300, 1, false],
  ])('begins with %s: %#', (_fact, articles, days, isOne) => {
    let profile = newProfile(nothing)
    for (let n = 0; n < articles; n++) profile = did(profile, 'read', trains, start + (n % days) * DAY)
    expect(profileVector(profile, policy) !== null).toBe(isOne)
  })

  test('that is configured takes nothing from what was learned before it counts', () => {
    const configured = newProfile({ ...nothing, interests: { honey: 1 } })
    expect(profileVector(did(configured, 'more', trains, start), policy)).toEqual(profileVector(configured, policy))
  })

  test('takes weight from categories once it is one', () => {
    const standing = { ...nothing, interests: { honey: 1 }, categories: ['Railway', 'Railway'] }
    expect(weightOf(newProfile(standing), 'railwai')).toBeCloseTo(policy.categoryWeight)
    expect(likeness(newProfile(standing), trains)).toBeGreaterThan(0)
  })

  test.each([
    ['German', 'Halbleiter', article('Neue Halbleiter aus Dresden', null, 'de')],
    ['Chinese', '半導體', article('半導體出口再創新高', null, 'zh')],
    ['Japanese', '半導体', article('半導体の新工場が稼働', null, 'ja')],
    ['English, in two words', 'climate policy', article('Parliament debates climate policies')],
  ])('knows an interest written in %s', (_fact, phrase, what) => {
    const standing = { interests: { [phrase]: 1 }, categories: [], languages: ['de', 'zh', 'ja', 'en'] }
    expect(likeness(newProfile(standing), what)).toBeGreaterThan(0.15)
  })

  test('shares a phrase out over its words', () => {
    const profile = newProfile({ ...nothing, interests: { 'climate policy': 0.6 } })
    const [first, second] = explainProfile(profile, policy)
    expect(first!.weight ** 2 + second!.weight ** 2).toBeCloseTo(0.36)
    expect(first!.moves).toMatchObject([{ cause: 'configured', by: 'climate policy', at: null }])
  })
})

describe('ten times more on one subject', () => {
  const before = newProfile({ ...nothing, interests: { railway: 1 } })
  let taught = before
  for (let count = 0; count < 10; count++)
    taught = did(taught, 'more', bees[count % bees.length]!, start + count * 3_600_000)

  test('lifts it within a day', () => {
    expect(likeness(before, unseenBees)).toBe(0)
    expect(likeness(taught, unseenBees)).toBeGreaterThan(0.35)
    expect(likeness(taught, unseenBees)).toBeGreaterThan(likeness(taught, trains))
  })

  test('weighs as much as an interest of its own', () => {
    expect(weightOf(taught, 'bee')).toBeGreaterThan(0.7)
    expect(weightOf(taught, 'bee')).toBeLessThanOrEqual(policy.mostWeight)
  })

  test.each([
    ['nothing within six days', 6 * DAY, 1],
    ['a tenth after a week', WEEK, 0.9],
    ['no more before the second week is over', 2 * WEEK - DAY, 0.9],
    ['a tenth of the rest after two', 2 * WEEK, 0.81],
    ['half after seven', 7 * WEEK, 0.9 ** 7],
  ])('lets go of %s', (_fact, wait, left) => {
    const last = taught.learned.find(({ term }) => term === 'bee')!
    const later = fadeProfile(taught, last.engagedAt + wait, policy)
    expect(weightOf(later, 'bee')).toBeCloseTo(last.weight * left, 10)
  })

  test('lets go of it in the reader’s ranking, and of nothing that is configured', () => {
    const later = fadeProfile(taught, start + 60 * WEEK, policy)
    expect(likeness(later, unseenBees)).toBeLessThan(0.05)
    expect(likeness(later, trains)).toBeGreaterThan(likeness(taught, trains))
    expect(weightOf(later, 'railwai')).toBe(1)
  })

  test('fades to the same whether asked daily or once', () => {
    let daily = taught
    for (let day = 1; day <= 30; day++) daily = fadeProfile(daily, start + day * DAY, policy)
    expect(weightOf(daily, 'bee')).toBeCloseTo(weightOf(fadeProfile(taught, start + 30 * DAY, policy), 'bee'), 12)
  })

  test('does not fade while the reader keeps reading of it', () => {
    const weight = weightOf(taught, 'bee')
    let reading = taught
    for (let count = 1; count <= 8; count++) reading = did(reading, 'read', bees[0]!, start + count * 6 * DAY)
    expect(weightOf(reading, 'bee')).toBeGreaterThanOrEqual(weight)
  })
})

describe('one article', () => {
  const twice = (first: EngagementKind, second: EngagementKind) => {
    const once = about('x', newProfile(nothing), first, bees[0]!, start)
    const terms = articleInterests(bees[0]!, policy.termsPerArticle)
    return engage(once, { kind: second, article: 'x', at: start, terms, before: first }, policy)
  }
  const alone = (kind: EngagementKind) => about('x', newProfile(nothing), kind, bees[0]!, start)

  test.each([
    ['read twice counts once', 'read', 'read', 'read'],
    ['saved after it was read counts as saved', 'read', 'saved', 'saved'],
    ['read after it was saved counts as saved', 'saved', 'read', 'saved'],
    ['skipped after it was read counts as read', 'read', 'skipped', 'read'],
    ['less after more counts as less', 'more', 'less', 'less'],
    ['saved after more counts as more', 'more', 'saved', 'more'],
  ] as const)('%s', (_fact, first, second, as) => {
    expect(weightOf(twice(first, second), 'bee')).toBeCloseTo(weightOf(alone(as), 'bee'), 12)
    expect(twice(first, second).engaged).toEqual({ articles: 1, days: [start / DAY] })
  })

  test('skipped teaches a little less of its subject', () => {
    expect(weightOf(alone('skipped'), 'bee')).toBeLessThan(0)
    expect(weightOf(alone('skipped'), 'bee')).toBeGreaterThan(weightOf(alone('less'), 'bee') / 2)
  })
})

describe('engagement', () => {
  test('less moves away what more brought near', () => {
    const near = did(newProfile(nothing), 'more', bees[0]!, start)
    const even = did(near, 'less', bees[0]!, start + 1)
    expect(likeness(near, unseenBees)).toBeGreaterThan(0)
    expect(weightOf(even, 'bee')).toBeCloseTo(0, 12)
    expect(likeness(did(even, 'less', bees[0]!, start + 2), unseenBees)).toBeLessThan(0)
  })

  test('saving says more than reading, and asking for more the most', () => {
    const weights = (['read', 'saved', 'more'] as const).map((kind) =>
      weightOf(did(newProfile(nothing), kind, bees[0]!, start), 'honei'),
    )
    expect(weights).toEqual([...weights].sort((a, b) => a - b))
    expect(new Set(weights).size).toBe(3)
  })

  test('learns no figures', () => {
    const terms = articleInterests(article('The 1,200 trains of 2026 cost 40 million'), 20)
    expect(terms.map(({ term }) => term)).not.toContain('2026')
  })

  test('learns neither the place of a dateline nor first names', () => {
    const found = articleInterests(
      article(
        'Minister Keir Holloway resigns',
        'LISBON, Nov 3 (Reuters) - Keir Holloway resigned on Tuesday, said Maria Teixeira of the harbour union. Will roses bloom?',
      ),
      50,
    ).map(({ written }) => written)
    expect(found).toEqual(expect.arrayContaining(['holloway', 'teixeira', 'harbour']))
    for (const word of ['lisbon', 'reuters', 'keir', 'maria']) expect(found).not.toContain(word)
  })

  test('shows a term as a word the reader saw', () => {
    const [bee] = articleInterests(bees[0]!, 20).filter(({ term }) => term === 'beekeep')
    expect(bee?.written).toBe('beekeepers')
  })

  test('moves always add up to the weight, which stays within its bounds; the version grows', () => {
    const deed = fc.tuple(
      fc.constantFrom<EngagementKind>('read', 'saved', 'skipped', 'more', 'less'),
      fc.constantFrom(...bees, trains),
      fc.nat({ max: 20 }),
    )
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
        let profile = newProfile({ ...nothing, interests: { honey: 0.5 } })
        let at = start
        for (const [kind, what, days] of deeds) {
          at += days * DAY
          const next = did(fadeProfile(profile, at, policy), kind, what, at)
          expect(next.version).toBeGreaterThan(profile.version)
          profile = next
        }
        for (const { weight, moves } of profile.learned) {
          expect(moves.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(weight, 8)
          expect(Math.abs(weight)).toBeLessThanOrEqual(policy.mostWeight)
          expect(moves.length).toBeLessThanOrEqual(policy.mostMoves + 1)
        }
      }),
      { numRuns: 40, seed: 8 },
    )
  })
})

describe('versions', () => {
  const profile = did(newProfile({ ...nothing, interests: { honey: 1 } }), 'more', bees[0]!, start)

  test('stay while nothing changed', () => {
    expect(fadeProfile(profile, start + 6 * DAY, policy)).toBe(profile)
    expect(withStanding(profile, { ...nothing, interests: { honey: 1 } })).toBe(profile)
  })

  test('grow with fading, with the file and with a reset', () => {
    expect(fadeProfile(profile, start + WEEK, policy).version).toBe(profile.version + 1)
    expect(withStanding(profile, { ...nothing, interests: { honey: 0.9 } }).version).toBe(profile.version + 1)
    expect(resetProfile(profile, start).version).toBe(profile.version + 1)
  })

  test('a reset forgets what was learned and keeps what is configured', () => {
    expect(resetProfile(profile, start).learned).toEqual([])
    expect(weightOf(resetProfile(profile, start), 'honei')).toBe(1)
  })

  test('an export can be read back', () => {
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile)
    const [heaviest] = explainProfile(profile, policy)
    expect(heaviest).toMatchObject({ term: 'honei', written: 'honey' })
    expect(heaviest!.moves.map(({ cause }) => cause)).toEqual(['configured', 'more'])
  })
})
