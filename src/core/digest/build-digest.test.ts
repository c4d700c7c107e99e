import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aDigestInput, aTopic, aWindowArticle, aWindowStory, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { volume } from '../../../tests/support/volume.ts'
import type { Digest } from '../domain/digest.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { DIGEST_POLICY } from './digest-policy.ts'
import { itemsOf } from './self-check.ts'

const HOUR_MS = 3_600_000
const scored = (...scores: number[]): WindowArticle[] =>
  scores.map((score, at) =>
    aWindowArticle(`a${String(at).padStart(2, '0')}`, {
      score,
      title: `Ship ${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at} docks`,
      sourceName: `Harbour ${at}`,
    }),
  )
const scores = (items: readonly { readonly score: number }[]) => items.map(({ score }) => score)
const checkOf = (digest: Digest, name: string) => digest.checks.find(({ check }) => check === name)

describe('sections', () => {
  test('are chosen by the rounded score', () => {
    const digest = buildDigest(aDigestInput(scored(90, 70, 69.5, 69.4, 39.5, 39.4, 14.5, 14.4)))
    expect(scores(digest.topStories)).toEqual([90, 70, 70])
    expect(scores(digest.noteworthy.flatMap(({ items }) => items))).toEqual([69, 40])
    expect(scores(digest.alsoMentioned)).toEqual([39, 15])
    expect(digest.byRank).toBe(false)
  })

  test.each([
    ['morning', 5],
    ['midday', 3],
    ['evening', 5],
    ['weekly', 10],
  ] as const)('on a thin day the best of a %s digest, %d of them, are top stories', (type, most) => {
    const digest = buildDigest(
      aDigestInput(scored(80, 75, ...Array.from({ length: 12 }, (_, at) => 60 - at)), { type }),
    )
    expect(digest.byRank).toBe(true)
    expect(digest.topStories).toHaveLength(most)
    expect(digest.topStories[0]!.score).toBe(80)
    expect(Math.max(...scores(itemsOf(digest).slice(most)))).toBe(60 - (most - 2))
  })

  test('on a thin day a source leads one top story and has two that are noteworthy; the rest of it is counted', () => {
    const busy = scored(68, 67, 66, 65, 64).map((article) => ({ ...article, sourceName: 'Busy blog' }))
    const other = aWindowArticle('z', { score: 50, sourceName: 'Harbour News' })
    const digest = buildDigest(aDigestInput([...busy, other]))
    expect(digest.topStories.map(({ lead }) => lead.sourceName)).toEqual(['Busy blog', 'Harbour News'])
    expect(scores(digest.noteworthy.flatMap(({ items }) => items))).toEqual([67, 66])
    expect(digest.folded).toEqual([{ sourceName: 'Busy blog', items: 2 }])
    expect(checkOf(digest, 'ranking')).toMatchObject({ outcome: 'passed' })
  })

  test('on a thin day an opinion or a briefing that stands alone takes no top place, and is marked', () => {
    const [report, second] = scored(60, 50)
    const opinion = aWindowArticle('o', { score: 68, title: 'Opinion: tax the harbours', sourceName: 'The Quay' })
    const briefing = aWindowArticle('p', { score: 67, title: 'Morning briefing: ships, tides', sourceName: 'The Tide' })
    const digest = buildDigest(aDigestInput([opinion, briefing, report!, second!]))
    expect(scores(digest.topStories)).toEqual([60, 50])
    expect(itemsOf(digest).map(({ lead }) => lead.kind)).toEqual([undefined, undefined, 'opinion', 'briefing'])
    expect(checkOf(digest, 'ranking')).toMatchObject({ outcome: 'passed' })
  })

  test('on a thin day an undated article that stands alone takes no top place', () => {
    const [report] = scored(50)
    const comic = aWindowArticle('c', {
      score: 68,
      title: 'Squiggle number nine',
      dateUncertain: true,
      sourceName: 'Squiggle',
    })
    const digest = buildDigest(aDigestInput([comic, report!]))
    expect(scores(digest.topStories)).toEqual([50])
    expect(scores(digest.noteworthy.flatMap(({ items }) => items))).toEqual([68])
    expect(checkOf(digest, 'ranking')).toMatchObject({ outcome: 'passed' })
  })

  test('what a source puts under all its articles is in no summary', () => {
    const footer = 'Support our newsroom from three euros a month and receive the mountain weather.'
    const texts = [
      'The harbour bridge closed on the evening of the storm after a crane had struck it. Nobody was hurt.',
      'A new lighthouse was lit above the southern cape by the keepers of the old one, who retire now.',
    ]
    const articles = texts.map((text, at) =>
      aWindowArticle(`a${at}`, { score: 80 - at, text: `${text}\n\n${footer}`, sourceName: 'Alpine View' }),
    )
    const digest = buildDigest(aDigestInput(articles))
    expect(JSON.stringify(digest)).not.toContain('Support our newsroom')
    expect(itemsOf(digest).every(({ summary }) => summary.length > 0)).toBe(true)
  })

  test('a thin day takes nothing below the least importance', () => {
    const digest = buildDigest(aDigestInput(scored(50, 16, 10)))
    expect(scores(digest.topStories)).toEqual([50, 16])
    expect(digest.alsoMentioned).toEqual([])
  })

  test('keep their sizes, and the check says how many had no room', () => {
    const many = scored(
      ...Array.from({ length: 20 }, () => 80),
      ...Array.from({ length: 13 }, () => 50),
      ...Array.from({ length: 12 }, () => 20),
    )
    const digest = buildDigest(aDigestInput(many))
    expect(digest.topStories).toHaveLength(15)
    expect(digest.noteworthy.flatMap(({ items }) => items)).toHaveLength(10)
    expect(digest.alsoMentioned).toHaveLength(10)
    expect(checkOf(digest, 'sizes')).toEqual({ check: 'sizes', outcome: 'passed', note: '10 topics had no room' })
  })

  test('ties go to the earlier source, then the newer article, then the key', () => {
    const articles = [
      aWindowArticle('d', { position: 2, title: 'Delta floods', sourceName: 'D' }),
      aWindowArticle('c', { title: 'Coral bleaches', sourceName: 'C' }),
      aWindowArticle('b', { title: 'Bridge closes', sourceName: 'B' }),
      aWindowArticle('a', { published: SEVEN - HOUR_MS, title: 'Airport opens', sourceName: 'A' }),
    ]
    expect(buildDigest(aDigestInput(articles)).topStories.map(({ lead }) => lead.key)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a category is the source’s as it was written, and the final one where the source has none', () => {
    const articles = scored(90, 80).map((article, at) => {
      return { ...article, language: 'zh', finalCategory: '全球國際新聞', rssCategory: at === 0 ? '國際' : null }
    })
    const { topStories } = buildDigest(aDigestInput(articles))
    expect(topStories.map(({ category }) => category)).toEqual(['國際', '全球國際新聞'])
  })

  test('noteworthy items are grouped by category, the group with the best item first', () => {
    const articles = scored(90, 80, 75, 60, 55, 50).map((article, at) => ({
      ...article,
      rssCategory: [null, null, null, 'Sport', null, 'Sport'][at]!,
    }))
    const groups = buildDigest(aDigestInput(articles)).noteworthy
    expect(groups.map(({ category, items }) => [category, scores(items)])).toEqual([
      ['Sport', [60, 50]],
      ['Other', [55]],
    ])
  })

  test('a topic ranks by the highest score of a member, whoever leads', () => {
    const lead = aWindowArticle('a', { score: 30, story: 's' })
    const best = aWindowArticle('b', { score: 95, story: 's' })
    const input = aDigestInput([lead, best])
    expect(buildDigest({ ...input, topics: [aTopic([lead, best])] }).topStories[0]).toMatchObject({
      score: 95,
      leadScore: 30,
      lead: { key: 'a' },
    })
  })
})

describe('an item', () => {
  test('of one line takes no sentence from an article much older than its headline', () => {
    const text = 'The airline and its union signed a memorandum on Saturday, hours before a planned walkout.'
    const top = scored(90, 85, 80)
    const lead = aWindowArticle('n', {
      story: 's',
      title: 'Crew reject deal, strike on',
      score: 60,
      published: SEVEN - HOUR_MS,
    })
    const line = (hours: number) => {
      const deal = aWindowArticle('o', {
        story: 's',
        title: 'Flights to run',
        text,
        score: 50,
        published: SEVEN - hours * HOUR_MS,
      })
      const input = aDigestInput([...top, lead, deal])
      const topics = [...top.map((one) => aTopic([one])), aTopic([lead, deal])]
      return buildDigest({ ...input, topics }).noteworthy[0]!.items[0]!
    }
    expect(line(3).summary).toMatchObject([{ text }])
    expect(line(9)).toMatchObject({ lead: { key: 'n' }, summary: [] })
  })

  test('names what others wrote: members, copies, newsrooms, reprints', () => {
    const articles = [
      aWindowArticle('a', { story: 's', score: 80, sourceName: 'One' }),
      aWindowArticle('b', { story: 's', score: 70, sourceName: 'Two' }),
      aWindowArticle('c', { story: 's', score: 60, sourceName: 'One' }),
      aWindowArticle('d', { story: 's', score: null, sourceName: 'Three', disposition: 'near_duplicate' }),
    ]
    const stories = [aWindowStory('s', { newsrooms: 2, reprints: 2, duplicates: ['d', 'gone'] })]
    const [item] = buildDigest(aDigestInput(articles, { stories })).topStories
    expect(item!.related).toEqual({ articles: 4, newsrooms: 2, reprints: 2, sourceNames: ['Two', 'Three'] })
    expect(item!.others.map(({ key }) => key)).toEqual(['b', 'c', 'd'])
  })

  test('without an address is never shown, nor leads', () => {
    const hidden = aWindowArticle('a', { url: null, score: 99, story: 's' })
    const shown = aWindowArticle('b', { score: 60, story: 's' })
    const alone = aWindowArticle('c', { url: null, score: 99 })
    const digest = buildDigest(aDigestInput([hidden, shown, alone]))
    expect(itemsOf(digest).map(({ lead, score }) => [lead.key, score])).toEqual([['b', 60]])
    expect(checkOf(digest, 'attribution')).toMatchObject({
      outcome: 'mended',
      note: '2 articles without an address left out',
    })
  })

  test('of a source without a name is called by its host', () => {
    const digest = buildDigest(aDigestInput([aWindowArticle('a', { sourceName: ' ' })]))
    expect(digest.topStories[0]!.lead.sourceName).toBe('news.example')
    expect(checkOf(digest, 'attribution')!.outcome).toBe('mended')
  })

  test('gets a summary by section: whole, one line, none', () => {
    const text =
      'The pilots ended their strike on Monday. Ships left the harbour before noon. Freight rates fell by a tenth.'
    const digest = buildDigest(aDigestInput(scored(90, 80, 75, 50, 20).map((article) => ({ ...article, text }))))
    expect(itemsOf(digest).map(({ summary }) => summary.length)).toEqual([3, 3, 3, 1, 0])
  })
})

describe('what the reader has seen', () => {
  const article = aWindowArticle('a', { story: 's', text: 'The pilots walked out on Sunday over pay.' })
  const shown = {
    story: 's',
    rank: 1,
    articles: 1,
    newest: 'a',
    newestSeenAt: article.firstSeen,
    at: SEVEN - 13 * HOUR_MS,
  }
  const previous = { at: SEVEN - 13 * HOUR_MS, stories: [shown] }

  test('is not shown again', () => {
    expect(itemsOf(buildDigest(aDigestInput([article], { previous })))).toEqual([])
  })

  test('is shown again when it grew, with what is new', () => {
    const later = aWindowArticle('b', {
      story: 's',
      firstSeen: SEVEN - HOUR_MS,
      title: 'Strike ends',
      text: 'The pilots walked out on Sunday over pay. A court in Porto Novo ordered them back to work by Friday.',
    })
    const [item] = buildDigest(aDigestInput([article, later], { previous })).topStories
    const sentence = { text: 'A court in Porto Novo ordered them back to work by Friday.', article: 'b' }
    expect(item!.news).toEqual({ newArticles: 1, since: SEVEN - 13 * HOUR_MS, sentence })
    expect(item!.summary).not.toContainEqual(sentence)
  })

  test('tells the headline of the new article when its text says nothing more', () => {
    const later = aWindowArticle('b', { story: 's', firstSeen: SEVEN - HOUR_MS, title: 'Strike ends', text: null })
    const [item] = buildDigest(aDigestInput([article, later], { previous })).topStories
    expect(item!.news!.sentence).toEqual({ text: 'Strike ends', article: 'b' })
  })

  test.each(['evening', 'weekly'] as const)(
    'stands in the %s digest, which recapitulates, though it did not grow',
    (type) => {
      const [item] = itemsOf(buildDigest(aDigestInput([article], { previous, type })))
      expect(item).toMatchObject({ lead: { key: article.key }, news: null })
    },
  )

  test('tells the new sentence where the summary has no room for it', () => {
    const later = aWindowArticle('b', {
      story: 's',
      firstSeen: SEVEN - HOUR_MS,
      score: 40,
      text: 'A court in Porto Novo ordered them back to work by Friday.',
    })
    const policy = {
      ...DIGEST_POLICY,
      sizes: { ...DIGEST_POLICY.sizes, morning: { ...DIGEST_POLICY.sizes.morning, words: { min: 5, max: 9 } } },
    }
    const [item] = buildDigest(aDigestInput([article, later], { previous, policy })).topStories
    expect(item!.news!.sentence).toEqual({
      text: 'A court in Porto Novo ordered them back to work by Friday.',
      article: 'b',
    })
  })

  test('a summary never gives two states of one toll', () => {
    const story = (key: string, hours: number, title: string, text: string) =>
      aWindowArticle(key, { story: 's', published: SEVEN - hours * HOUR_MS, title, text, score: 80 })
    const old = story(
      'old',
      9,
      'Ferry sinks, 14 dead',
      'The ferry sank off Cuyo on Friday and 14 people are dead, officials said.',
    )
    const now = story(
      'now',
      2,
      'Ferry toll rises to 17 dead',
      'Divers found three more bodies on Saturday in the hull off the island.',
    )
    const [item] = buildDigest(aDigestInput([old, now])).topStories
    expect(item!.lead.key).toBe('now')
    expect(item!.summary.map(({ article }) => article)).toEqual(['now'])
  })

  test('a reprint is no growth', () => {
    const copy = aWindowArticle('b', {
      story: 's',
      firstSeen: SEVEN - HOUR_MS,
      score: null,
      disposition: 'near_duplicate',
    })
    const stories = [aWindowStory('s', { duplicates: ['b'] })]
    expect(itemsOf(buildDigest(aDigestInput([article, copy], { previous, stories })))).toEqual([])
  })

  test('is known by its newest article when its story was joined to another', () => {
    const moved = { ...article, story: 'joined' }
    expect(itemsOf(buildDigest(aDigestInput([moved], { previous })))).toEqual([])
  })

  test('what was never shown has no news', () => {
    expect(buildDigest(aDigestInput([aWindowArticle('z')], { previous })).topStories[0]!.news).toBeNull()
  })
})

describe('self-checks', () => {
  test('all pass on a good day', () => {
    const { checks } = buildDigest(aDigestInput(scored(90, 80, 75, 50, 20)))
    expect(checks.map(({ check, outcome }) => [check, outcome])).toEqual(
      ['attribution', 'ranking', 'sizes', 'labels', 'trends', 'leader'].map((check) => [check, 'passed']),
    )
  })

  test.each([
    ['empty', ''],
    ['only stop words', 'the of and'],
    ['only digits', '2026 3.5'],
    ['only particles', '的了'],
  ])('a label that is %s is replaced by the headline', (_fact, label) => {
    const article = aWindowArticle('a', { title: 'Harbour reopens' })
    const digest = buildDigest(aDigestInput([article], { topics: [aTopic([article], { label })] }))
    expect(digest.topStories[0]!.label).toBe('Harbour reopens')
    expect(checkOf(digest, 'labels')).toMatchObject({ outcome: 'mended' })
  })

  test('of two equal labels the better item keeps it', () => {
    const articles = [
      aWindowArticle('a', { score: 80, title: 'Storm hits' }),
      aWindowArticle('b', { score: 60, title: 'Storm ends', sourceName: 'Other' }),
    ]
    const topics = articles.map((article) => aTopic([article], { label: 'Storm' }))
    const labels = buildDigest(aDigestInput(articles, { topics })).topStories.map(({ label }) => label)
    expect(labels).toEqual(['Storm', 'Storm ends'])
  })

  test('a wrong trend tag is corrected', () => {
    const article = aWindowArticle('a')
    const trend = { tag: 'FADING', before: 2, now: 3, history: [2, 3] } as const
    const digest = buildDigest(aDigestInput([article], { topics: [aTopic([article], { trend })] }))
    expect(digest.topStories[0]!.trend!.tag).toBe('TRENDING')
    expect(checkOf(digest, 'trends')).toMatchObject({ outcome: 'mended', note: '1 trend corrected' })
  })

  test('a topic that claims another score than its members have is ranked by theirs', () => {
    const article = aWindowArticle('a', { score: 20 })
    const digest = buildDigest(aDigestInput([article], { topics: [aTopic([article], { score: 99 })] }))
    expect(digest.topStories[0]!.score).toBe(20)
    expect(checkOf(digest, 'ranking')!.outcome).toBe('mended')
  })

  test('a leader of tier T5 is reported', () => {
    const leaderWarnings = [{ code: 't5_leader', message: 'Blog leads with 81', at: null }]
    expect(checkOf(buildDigest(aDigestInput([], { leaderWarnings })), 'leader')).toEqual({
      check: 'leader',
      outcome: 'reported',
      note: 'Blog leads with 81',
    })
  })
})

test('the health report names what comes up and what goes down, the vanished too', () => {
  const articles = scored(50, 51, 52)
  const tags = [
    [0, 4],
    [8, 2],
    [4, 4],
  ] as const
  const topics = articles.map((article, at) =>
    aTopic([article], {
      label: ['Rising', 'Sinking', 'Steady'][at]!,
      trend: {
        tag: at === 0 ? 'EMERGING' : at === 1 ? 'FADING' : null,
        before: tags[at]![0],
        now: tags[at]![1],
        history: [],
      },
    }),
  )
  const { health } = buildDigest(
    aDigestInput(articles, { topics, vanished: [{ key: 'v', label: 'Drought', before: 9 }] }),
  )
  expect([health.emerging, health.declining]).toEqual([['Rising'], ['Drought', 'Sinking']])
})

/* Whole windows, made up. */
const window = fc
  .array(
    fc.record({
      story: fc.integer({ min: 0, max: 60 }),
      score: fc.double({ min: 0, max: 100, noNaN: true }),
      position: fc.integer({ min: 0, max: 3 }),
      hasUrl: fc.boolean(),
      category: fc.constantFrom('World', 'Sport', null),
      tab: fc.constantFrom('en_news', null),
      hours: fc.integer({ min: 1, max: 23 }),
    }),
    { maxLength: 80 },
  )
  .map((rows) =>
    rows.map((row, at) =>
      aWindowArticle(`k${at}`, {
        story: `s${row.story}`,
        score: row.score,
        position: row.position,
        url: row.hasUrl || at % 3 === 0 ? `https://news.example/${at}` : null,
        rssCategory: row.category,
        tab: row.tab,
        published: SEVEN - row.hours * HOUR_MS,
        text: `Ship${at} left harbour${row.story} on Monday. Pier${at % 7} closed after the storm.`,
      }),
    ),
  )
const type = fc.constantFrom('morning', 'midday', 'evening', 'weekly')
const tabs = [{ id: 'en_news', name: 'News', language: 'en', limit: 5, categories: ['World', 'Sport'] }]

test('sections keep their sizes, are sorted, and nothing above them is left out', () => {
  fc.assert(
    fc.property(window, type, (articles, kind) => {
      const input = aDigestInput(articles, { type: kind, tabs })
      const digest = buildDigest(input)
      const items = itemsOf(digest)
      const sizes = DIGEST_POLICY.sizes[kind]
      const noteworthy = digest.noteworthy.flatMap((group) => group.items)
      expect(digest.topStories.length).toBeLessThanOrEqual(sizes.topStories)
      expect(noteworthy.length).toBeLessThanOrEqual(sizes.noteworthy)
      expect(digest.alsoMentioned.length).toBeLessThanOrEqual(sizes.alsoMentioned)
      for (const section of [digest.topStories, ...digest.noteworthy.map((group) => group.items), digest.alsoMentioned])
        expect(scores(section)).toEqual(scores(section).toSorted((a, b) => b - a))
      for (const section of [digest.topStories, noteworthy, digest.alsoMentioned])
        expectNothingAbove(section, input, items)
      expect(digest.checks.filter(({ outcome }) => outcome === 'reported')).toEqual([])
    }),
    { seed: 3, numRuns: volume(20, 2_000) },
  )
})

/** Topics that are not shown belong to another section or rank below all of this one. */
function expectNothingAbove(section: Digest['topStories'], input: DigestInput, shown: Digest['topStories']): void {
  if (section.length === 0) return
  const keys = new Set(shown.map(({ key }) => key))
  const least = Math.min(...scores(section))
  const most = Math.max(...scores(section))
  const { thresholds } = input.policy
  const floor = Math.max(...Object.values(thresholds).filter((threshold) => threshold <= least), 0)
  for (const story of new Set(input.articles.map((article) => article.story))) {
    if (keys.has(story)) continue
    const own = input.articles.filter((article) => article.story === story && article.url !== null)
    const score = Math.round(Math.max(0, ...own.map((article) => article.score!)))
    const sameSection = score >= floor && score <= most
    if (sameSection) expect(score).toBeLessThanOrEqual(least)
  }
}

test('the order of the input changes nothing, nor does building twice', () => {
  fc.assert(
    fc.property(window, fc.infiniteStream(fc.nat()), (articles, chance) => {
      const input = aDigestInput(articles, { tabs })
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((value) => ({ value, at: chance.next().value! }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value)
      const other = {
        ...input,
        articles: shuffled(input.articles),
        topics: shuffled(input.topics).map((topic) => ({ ...topic, members: shuffled(topic.members) })),
        stories: shuffled(input.stories),
      }
      const digest = buildDigest(input)
      expect(buildDigest(other)).toEqual(digest)
      expect(JSON.stringify(buildDigest(input))).toBe(JSON.stringify(digest))
    }),
    { seed: 3, numRuns: volume(12, 2_000) },
  )
})

test('a topic of several stories, as a number of topics makes it, tells each story in a paragraph', () => {
  const said = (what: string) =>
    `${what} was reported from the northern coast on Sunday by three people who had seen it. Officials confirmed it in the evening.`
  const articles = [
    aWindowArticle('fire', { text: said('A fire in the hills'), score: 80 }),
    aWindowArticle('ferry', { text: said('A ferry on a sandbank'), score: 70 }),
  ]
  const [story] = buildDigest(aDigestInput(articles, { topics: [aTopic(articles)] })).topStories
  const paragraphs = story!.summary.map(({ article, event }) => [article, event])
  expect(paragraphs).toContainEqual(['fire', 0])
  expect(paragraphs).toContainEqual(['ferry', 1])
})
