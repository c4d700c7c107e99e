import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import type { CompactVector, TopicSnapshot } from '../domain/topic.ts'
import { dot } from '../similar/vectors.ts'
import { clusterTopics } from './cluster-topics.ts'
import { chooseLead } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import { methodNote, topicMethod, usualCount } from './topic-method.ts'
import { continuations, type EarlierTopic, earlierTopic, trendOf, vanishedFrom } from './trend.ts'
import { unlabelledTopics } from './unlabelled-topics.ts'

const stories = { kind: 'stories' } as const
const dbscan = { kind: 'dbscan', eps: 0.4, minSamples: 2 } as const

function article(key: string, title: string, given: Partial<TopicArticle> = {}): TopicArticle {
  return { key, title, text: null, language: 'en', sourceName: null, published: 0, score: 50, tier: 'T3', ...given }
}

const bridge = ['a', 'b', 'c'].map((key) => article(key, 'Old stone bridge collapses into the river', { score: 60 }))
const cheese = ['d', 'e'].map((key) => article(key, 'Alpine dairy wins the cheese prize', { score: 70 }))
const lone = article('f', 'Lighthouse keeper retires')
const all = [...bridge, ...cheese, lone]
const cut = [
  { id: 's1', members: ['a', 'b', 'c', 'gone'] },
  { id: 's2', members: ['d', 'e'] },
]

describe('clusterTopics', () => {
  test('stories: each is cut to the window, best first, and what has no story stands alone', () => {
    const { topics } = clusterTopics(all, { method: stories, stories: cut, before: null })
    expect(topics.map(({ key, members, stories: own }) => [key, members, own])).toEqual([
      ['s2', ['d', 'e'], ['s2']],
      ['s1', ['a', 'b', 'c'], ['s1']],
      ['f', ['f'], ['f']],
    ])
  })

  test('dbscan: what is alike is together, noise stands alone', () => {
    const { topics } = clusterTopics(all, { method: dbscan, stories: [], before: null })
    expect(topics.map(({ members }) => members)).toEqual([['d', 'e'], ['a', 'b', 'c'], ['f']])
  })

  test('ward: as many topics as asked for', () => {
    const { topics } = clusterTopics(all, { method: { kind: 'ward', count: 2 }, stories: [], before: null })
    expect(topics).toHaveLength(2)
  })

  test('online-kmeans: clusters begin where the last window ended', () => {
    const method = { kind: 'online-kmeans', count: 3, windows: 14 } as const
    const { snapshots } = clusterTopics(all, { method, stories: [], before: null })
    const next = [
      article('x', 'Stone bridge over the river is rebuilt'),
      article('y', 'Cheese prize for a dairy'),
      article('z', 'Another stone bridge over a river collapses'),
    ]
    const { topics } = clusterTopics(next, { method, stories: [], before: snapshots })
    expect(topics.map(({ members }) => members)).toContainEqual(['x', 'z'])
  })

  test('a story cut in two gives two topics with keys of their own', () => {
    const one = [{ id: 'a', members: ['a', 'b', 'c', 'd', 'e'] }]
    const { topics } = clusterTopics(all, { method: dbscan, stories: one, before: null })
    expect(new Set(topics.map(({ key }) => key)).size).toBe(3)
  })

  test('an empty window has no topics', () => {
    expect(clusterTopics([], { method: dbscan, stories: [], before: null }).topics).toEqual([])
  })

  test('no article is lost or doubled, no label empty or used twice, and order does not matter', () => {
    const word = fc.constantFrom(
      'river',
      'bridge',
      'cheese',
      'prize',
      'the',
      '2026',
      'Norway',
      '橋樑',
      '修復',
      'チーズ',
    )
    const title = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(stories, dbscan),
        (titles, method) => {
          const window = titles.map((text, at) => article(`k${at}`, text, { score: at % 4, language: null }))
          const picture = clusterTopics(window, { method, stories: [], before: null })
          expect(picture.topics.flatMap(({ members }) => members).sort()).toEqual(window.map(({ key }) => key).sort())
          const labels = picture.topics.map(({ label }) => label.toLowerCase())
          expect(new Set(labels).size).toBe(labels.length)
          expect(labels.every((label) => label !== '')).toBe(true)
          expect(clusterTopics([...window].reverse(), { method, stories: [], before: null })).toEqual(picture)
          expect(JSON.parse(JSON.stringify(picture.snapshots))).toEqual(picture.snapshots)
        },
      ),
      { numRuns: volume(20, 1_000), seed: 8 },
    )
  })
})

describe('the lead', () => {
  const placed = (key: string, nearness: number, given: Partial<TopicArticle> = {}) => ({
    nearness,
    article: article(key, 'Bridge', given),
  })

  test.each([
    ['is the nearest to the centroid', [placed('a', 0.5, { score: 90 }), placed('b', 0.6)], 'b'],
    ['then the more important', [placed('a', 0.5, { score: 40 }), placed('b', 0.5, { score: 41 })], 'b'],
    ['then from the better source', [placed('a', 0.5, { tier: 'T3' }), placed('b', 0.5, { tier: 'T1' })], 'b'],
    ['then the first by key', [placed('b', 0.5), placed('a', 0.5)], 'a'],
  ])('%s', (_fact, members, expected) => expect(chooseLead(members).key).toBe(expected))

  test('of two, who are equally near, is the more important', () => {
    const two = [article('a', 'Bridge closed by flood'), article('b', 'Flood shuts the old bridge', { score: 80 })]
    const one = [{ id: 's', members: ['a', 'b'] }]
    expect(clusterTopics(two, { method: stories, stories: one, before: null }).topics[0]!.lead).toBe('b')
  })
})

describe('topicMethod', () => {
  const request = { topics: null, articles: 100, pastCounts: [], optionPrefix: '--' }

  test.each([
    ['stories', request, stories],
    ['dbscan', request, dbscan],
    ['ward', { ...request, topics: 5 }, { kind: 'ward', count: 5 }],
    ['ward', { ...request, topics: 500 }, { kind: 'ward', count: 100 }],
    ['online-kmeans', { ...request, pastCounts: [3, 9, 4] }, { kind: 'online-kmeans', count: 4, windows: 3 }],
    ['online-kmeans', { ...request, topics: 7, pastCounts: [3] }, { kind: 'ward', count: 7 }],
    ['stories', { ...request, topics: 7 }, { kind: 'ward', count: 7 }],
    ['dbscan', { ...request, topics: 7 }, { kind: 'ward', count: 7 }],
  ] as const)('%s', (method, given, expected) => expect(topicMethod({ ...given, method })).toEqual(expected))

  test.each([
    ['an unknown method', { ...request, method: 'magic' }, /--method must be one of stories, dbscan.*got "magic"/],
    ['ward without a number', { ...request, method: 'ward' }, /--topics must say how many/],
    ['a number that is none', { ...request, method: 'ward', topics: 0.5 }, /whole number from 1, got 0\.5/],
    [
      'ward on too much',
      { ...request, method: 'ward', topics: 5, articles: 5001 },
      /up to 5000 articles, these are 5001/,
    ],
  ])('refuses %s', (_fact, given, message) => expect(() => topicMethod(given)).toThrow(message))

  test.each([
    ['the median of an odd number', [9, 1, 5], 5],
    ['of an even number', [4, 8], 6],
    ['of the last fourteen windows alone', [99, 99, 99, ...Array.from({ length: 14 }, () => 7)], 7],
    ['a rule of thumb before the first', [], 10],
  ])('usualCount is %s', (_fact, past, expected) => expect(usualCount(past, 200)).toBe(expected))

  test.each([
    ['nothing about fourteen windows', { kind: 'online-kmeans', count: 9, windows: 14 } as const, null],
    [
      'how few there are',
      { kind: 'online-kmeans', count: 9, windows: 3 } as const,
      'online-kmeans makes 9 topics, the median of 3 earlier windows; it takes fourteen when there are so many',
    ],
    [
      'that there is none',
      { kind: 'online-kmeans', count: 9, windows: 0 } as const,
      'online-kmeans makes 9 topics by a rule of thumb: there is no earlier window to take the number from',
    ],
    ['nothing about other methods', stories, null],
  ])('methodNote says %s', (_fact, method, expected) => expect(methodNote(method)).toBe(expected))
})

const snapshot = (key: string, given: Partial<TopicSnapshot> = {}): TopicSnapshot => ({
  key,
  label: key,
  stories: [key],
  centroid: { ids: [], weights: [] },
  count: 2,
  history: [2],
  ...given,
})

describe('trends', () => {
  test.each([
    ['three articles of a topic that was not there', null, 3, 'EMERGING'],
    ['two articles of one are not enough', null, 2, null],
    ['half as many again', 2, 3, 'TRENDING'],
    ['a little less than half as many again', 5, 7, null],
    ['as many', 4, 4, null],
    ['a little more than half', 5, 3, null],
    ['half', 4, 2, 'FADING'],
    ['one of three', 3, 1, 'FADING'],
  ] as const)('%s', (_fact, before, now, tag) => {
    const earlier = before === null ? null : snapshot('t', { count: before, history: [7, before] })
    expect(trendOf(now, earlier)).toEqual({
      tag,
      before: before ?? 0,
      now,
      history: before === null ? [now] : [7, before, now],
    })
  })

  test('are none without an earlier window, and the history begins', () => {
    const { topics, snapshots } = clusterTopics(all, { method: stories, stories: cut, before: null })
    expect(topics.every(({ trend }) => trend === null)).toBe(true)
    expect(snapshots[1]).toMatchObject({ key: 's1', count: 3, history: [3] })
  })

  test('after an empty window everything of three articles is new', () => {
    const { topics } = clusterTopics(all, { method: stories, stories: cut, before: [] })
    expect(topics.map(({ trend }) => trend?.tag)).toEqual([null, 'EMERGING', null])
  })

  test('tell what vanished, largest first', () => {
    const before = [snapshot('s1'), snapshot('old', { count: 1 }), snapshot('older', { count: 4 })]
    const { vanished, topics } = clusterTopics(all, { method: stories, stories: cut, before })
    expect(vanished).toEqual([
      { key: 'older', label: 'older', before: 4 },
      { key: 'old', label: 'old', before: 1 },
    ])
    expect(topics[1]!.trend).toEqual({ tag: 'TRENDING', before: 2, now: 3, history: [2, 3] })
  })
})

describe('a topic is the one of the window before', () => {
  const vector = (...entries: [number, number][]) => ({
    ids: entries.map(([id]) => id),
    weights: entries.map(([, w]) => w),
  })
  const both = vector([1, 1], [2, 1])
  const goesOn = (now: Partial<TopicSnapshot>, before: Partial<TopicSnapshot>) =>
    continuations([earlierTopic(snapshot('now', now))], [earlierTopic(snapshot('before', before))])[0] === 0

  test.each([
    ['when its story goes on', { stories: ['x'] }, { stories: ['x'] }, true],
    ['when two of five stories go on', { stories: ['x', 'y'] }, { stories: ['x', 'y', '1', '2', '3'] }, true],
    ['but not when only a third does', { stories: ['x', 'n'] }, { stories: ['x', '1', '2'] }, false],
    ['when the centroids are alike', { centroid: vector([1, 1]) }, { centroid: both }, true],
    ['but not when they are hardly alike', { centroid: vector([1, 1]) }, { centroid: vector([1, 1], [2, 2]) }, false],
    ['and not for nothing', {}, {}, false],
  ])('%s', (_fact, now, before, expected) => expect(goesOn(now, before)).toBe(expected))

  test('exactly half alike is alike', () => {
    const quarter = vector([1, 1], [2, 1], [3, 1], [4, 1])
    expect(goesOn({ centroid: vector([1, 1]) }, { centroid: quarter })).toBe(true)
  })

  test('best pair first, and each but once', () => {
    const before = [snapshot('b1', { stories: ['x', 'y'] }), snapshot('b2', { stories: ['z'], centroid: both })]
    const now = [
      snapshot('n1', { stories: ['x'], centroid: both }),
      snapshot('n2', { stories: ['x', 'y'] }),
      snapshot('n3', { stories: ['y'] }),
    ]
    const found = continuations(now.map(earlierTopic), before.map(earlierTopic))
    expect([...found]).toEqual([1, 0, -1])
    expect(vanishedFrom(before, found)).toEqual([])
  })
})

describe('pairs found through rare terms are the pairs found by trying all', () => {
  const centroid: fc.Arbitrary<CompactVector> = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })), {
      maxLength: 5,
      selector: ([id]) => id,
    })
    .map((entries) => entries.sort((a, b) => a[0] - b[0]))
    .map((entries) => ({ ids: entries.map(([id]) => id), weights: entries.map(([, weight]) => weight) }))
  const names = fc.uniqueArray(fc.constantFrom('s', 't', 'u', 'v', 'w'), { minLength: 1, maxLength: 4 })
  const window = fc.array(
    fc.record({ stories: names, centroid }).map((given) => earlierTopic(snapshot('t', given))),
    { maxLength: 8 },
  )

  test('for any two windows', () => {
    fc.assert(
      fc.property(window, window, (now, before) => {
        expect([...continuations(now, before)]).toEqual(plainly(now, before))
      }),
      { numRuns: volume(150, 5_000), seed: 9 },
    )
  })

  function plainly(now: readonly EarlierTopic[], before: readonly EarlierTopic[]): number[] {
    const pairs = now.flatMap((topic, n) =>
      before.flatMap((earlier, b) => {
        const goesOn = earlier.stories.filter((story) => topic.stories.includes(story)).length / earlier.stories.length
        const share = goesOn > 1 / 3 ? goesOn : 0
        const cosine = Math.round(dot(topic.centroid(), earlier.centroid()) * 1e6) / 1e6
        return share === 0 && cosine < 0.5 ? [] : [{ n, b, share, value: Math.max(share, cosine) }]
      }),
    )
    pairs.sort((x, y) => y.value - x.value || y.share - x.share || x.n - y.n || x.b - y.b)
    const found = now.map(() => -1)
    for (const { n, b } of pairs) if (found[n] === -1 && !found.includes(b)) found[n] = b
    return found
  }
})

describe('labels are found only where they are asked for', () => {
  const drafts = unlabelledTopics(all, { method: stories, stories: cut, before: null })
  const whole = clusterTopics(all, { method: stories, stories: cut, before: null })

  test('and are the same then', () => {
    const labels = drafts.labels(new Set(['s2', 'f']), ({ text }) => text)
    expect([...labels]).toEqual(whole.topics.filter(({ key }) => key !== 's1').map(({ key, label }) => [key, label]))
    expect(drafts.snapshots(labels)).toEqual(whole.snapshots.filter(({ key }) => key !== 's1'))
  })

  test('from the texts of the members that are nearest', () => {
    expect(drafts.articlesToRead(new Set(['s1'])).sort()).toEqual(['a', 'b', 'c'])
  })
})
