import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import type { Print } from '../../domain/print.ts'
import { allSteps } from '../../domain/steps.ts'
import type { RefinedStories } from '../../domain/story.ts'
import { keyHash } from '../../text/key-hash.ts'
import { epochZero, withWindow } from '../epoch/epoch.ts'
import { policyOf } from '../policies.ts'
import { encodePrint } from '../print/encode-print.ts'
import { printOf } from '../print/print.ts'
import { MOST_EDGES } from './edge-search.ts'
import { createPackedPrints } from './packed-prints.ts'
import { previousStories } from './previous-stories.ts'
import { nameGraphInSteps, refine, refineGraph } from './refine.ts'
import { createStoryGraph } from './story-graph.ts'

const HOUR_MS = 3_600_000
const policy = policyOf('calibrated')

function aPrint(
  at: number,
  given: {
    title: string
    text?: string | null
    source?: string
    hours?: number
    feed?: number
    publisher?: string
    language?: string
  },
): Print {
  const { title, text = null, source = `Paper ${at}`, hours = 0, feed = 0 } = given
  return printOf({
    key: keyHash(`article ${at}`),
    feed,
    guid: `guid ${at}`,
    url: null,
    urlKey: null,
    sourceName: source,
    publisher: given.publisher ?? null,
    language: given.language ?? 'en',
    title,
    text,
    published: hours * HOUR_MS,
    firstSeen: 0,
    contentHash: keyHash(title),
    wordCount: 10,
  })
}

const SUBJECTS = [
  'quake coast island rescue villages minister',
  'bridge harbour repairs traffic reopening mayor',
  'rates central bank inflation markets governor',
  // Names that no list holds: one newsroom's follow-ups are known by them.
  'Vorhugur Bragason Hildur election seats coalition',
]
const article = fc.record({
  subject: fc.integer({ min: 0, max: 3 }),
  picks: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 6 }),
  number: fc.constantFrom('', ' 1.83', ' 1.84', ' 12'),
  source: fc.constantFrom('The Harbour', 'The Coast', 'The Dale', 'The Moor'),
  hours: fc.integer({ min: 0, max: 100 }),
})
const prints = fc.array(article, { minLength: 1, maxLength: 14 }).map((list) =>
  list.map(({ subject, picks, number, source, hours }, at) => {
    const words = SUBJECTS[subject]!.split(' ')
    return aPrint(at, { title: picks.map((pick) => words[pick]!).join(' ') + number, source, hours })
  }),
)
const constraint = fc.record({
  kind: fc.constantFrom('join' as const, 'split' as const),
  a: fc.integer({ min: 0, max: 13 }).map((at) => keyHash(`article ${at}`)),
  b: fc.integer({ min: 0, max: 13 }).map((at) => keyHash(`article ${at}`)),
  at: fc.integer({ min: 0, max: 3 }),
})
const constraints = fc.array(constraint, { maxLength: 3 })

const rulesFor = (all: readonly Print[]) => ({ policy, epoch: withWindow(epochZero(), all) })
const partition = ({ stories }: RefinedStories) => stories.map(({ members }) => members.join(' ')).sort()
const storyOfKey = ({ stories }: RefinedStories) =>
  new Map(stories.flatMap(({ id, members }) => members.map((key) => [key, id] as const)))

test('stories are the same whatever the order of arrival', () => {
  fc.assert(
    fc.property(prints, constraints, fc.infiniteStream(fc.nat()), (list, hand, order) => {
      const shuffled = list.map((print) => ({ print, at: order.next().value })).sort((a, b) => a.at - b.at)
      const rules = rulesFor(list)
      const straight = refine(list, rules, { constraints: hand })
      expect(
        refine(
          shuffled.map(({ print }) => print),
          rules,
          { constraints: hand },
        ),
      ).toEqual(straight)
    }),
    { seed: 11, numRuns: volume(25, 5_000) },
  )
})

test('a graph whose search has ended gives the same stories, also after an article left it', () => {
  fc.assert(
    fc.property(prints, constraints, fc.boolean(), (list, hand, leaves) => {
      const input = { constraints: hand }
      const [ended, whole] = [true, false].map((ends) => {
        const graph = createStoryGraph(rulesFor(list))
        for (const print of list) graph.add(print)
        if (ends) expect(graph.endSearch()).toBe(true)
        if (leaves) graph.remove(list[0]!.key)
        return refineGraph(graph, graph.takeTouched(), input)
      })
      expect(ended).toEqual(whole)
    }),
    { seed: 31, numRuns: volume(60, 5_000) },
  )
})

test('the search goes on where edges are found on first use, or whole prints are compared later', () => {
  const print = aPrint(1, { title: SUBJECTS[0]! })
  const packed = createPackedPrints()
  const graph = createStoryGraph(rulesFor([print]), packed)
  graph.addLazilyAt(packed.add(encodePrint(print)))
  expect(graph.endSearch()).toBe(false)
  const literal = createStoryGraph({ policy: policyOf('layered'), epoch: epochZero() })
  literal.add(print)
  expect(literal.endSearch()).toBe(false)
})

test('a part ends early between two stories of many copies', () => {
  const copies = Array.from({ length: 10 * SUBJECTS.length }, (_, at) => {
    const story = Math.floor(at / 10)
    return aPrint(at, { title: SUBJECTS[story]!, hours: 10 * story })
  })
  const rules = rulesFor(copies)
  const graph = createStoryGraph(rules)
  for (const print of copies) graph.add(print)
  const named = allSteps(nameGraphInSteps(graph, graph.keys()))
  expect(named.size).toBe(SUBJECTS.length)
  expect(named.inParts(3).map(({ stories }) => stories)).toEqual([[0], [1], [2], [3]])
})

test('stories that are described in parts are the same, and no article moves between two parts', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 14, maxLength: 14 })
  let several = 0
  fc.assert(
    fc.property(prints, constraints, ids, fc.integer({ min: 1, max: 4 }), (list, hand, former, size) => {
      const rules = rulesFor(list)
      const before = new Map(list.flatMap(({ key }, at) => (former[at] === 0 ? [] : [[key, `story ${former[at]}`]])))
      const input = { constraints: hand, previous: previousStories(before) }
      const whole = refine(list, rules, input)
      const graph = createStoryGraph(rules)
      for (const print of list.toSorted((a, b) => a.published! - b.published! || (a.key < b.key ? -1 : 1)))
        graph.add(print)
      const named = allSteps(nameGraphInSteps(graph, graph.keys(), input))
      const parts = named.inParts(size).map((part) => allSteps(named.describeInSteps(part)))
      several += parts.length > 1 ? 1 : 0
      const idOf = ({ id }: { readonly id: string }) => id
      const linkOf = ({ article, other }: { readonly article: string; readonly other: string }) => `${article} ${other}`
      const sorted = <T>(rows: readonly T[], by: (row: T) => string) =>
        rows.toSorted((a, b) => (by(a) < by(b) ? -1 : 1))
      const articleOf = ({ article }: { readonly article: string }) => article
      const all = <T>(rowsOf: (part: RefinedStories) => readonly T[]) => parts.flatMap((part) => [...rowsOf(part)])
      expect(
        sorted(
          all((part) => part.stories),
          idOf,
        ),
      ).toEqual(sorted(whole.stories, idOf))
      expect(
        sorted(
          all((part) => part.memberships),
          articleOf,
        ),
      ).toEqual(sorted(whole.memberships, articleOf))
      expect(
        sorted(
          all((part) => part.links),
          linkOf,
        ),
      ).toEqual(sorted(whole.links, linkOf))
      expect(new Map(all((part) => [...part.aliases]))).toEqual(new Map(whole.aliases))
      const idsOf = ({ memberships, aliases }: RefinedStories) =>
        new Set([
          ...memberships.flatMap(({ article, story }) => [story, before.get(article) ?? story]),
          ...aliases.keys(),
        ])
      for (const [at, part] of parts.entries())
        for (const other of parts.slice(at + 1)) for (const id of idsOf(other)) expect(idsOf(part)).not.toContain(id)
    }),
    { seed: 29, numRuns: volume(60, 5_000) },
  )
  expect(several).toBeGreaterThan(10)
})

test('settling what an arrival touches comes to the same as settling everything', () => {
  fc.assert(
    fc.property(
      prints,
      fc.integer({ min: 0, max: 14 }),
      fc.boolean(),
      fc.boolean(),
      (list, clustered, takesOneOut, stand) => {
        const rules = rulesFor(list)
        const packed = createPackedPrints()
        const graph = createStoryGraph(rules, packed)
        for (const print of list.slice(0, clustered)) {
          if (stand) graph.addLazilyAt(packed.add(encodePrint(print)))
          else graph.add(print)
        }
        const before = stand ? refine(list.slice(0, clustered), rules) : refineGraph(graph, graph.takeTouched())
        const stories = storyOfKey(before)
        for (const print of list.slice(clustered)) graph.add(print)
        if (takesOneOut) {
          graph.remove(list[0]!.key)
          stories.delete(list[0]!.key)
        }
        const touched = refineGraph(graph, graph.takeTouched(), { previous: previousStories(stories) })
        for (const [key, id] of storyOfKey(touched)) stories.set(key, id)
        const rest = takesOneOut ? list.slice(1) : list
        const groups = new Map<string, string[]>()
        for (const { key, published } of [...rest].sort(
          (a, b) => a.published! - b.published! || (a.key < b.key ? -1 : 1),
        )) {
          expect(published).not.toBeNull()
          groups.set(stories.get(key)!, [...(groups.get(stories.get(key)!) ?? []), key])
        }
        expect([...groups.values()].map((keys) => keys.join(' ')).sort()).toEqual(partition(refine(rest, rules)))
      },
    ),
    { seed: 12, numRuns: volume(25, 5_000) },
  )
})

test('two articles frozen in different stories never share one, whoever came first', () => {
  const names = fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(prints, names, fc.integer({ min: 0, max: 100 }), (list, stories, hours) => {
      const previous = new Map(list.map(({ key }, at) => [key, stories[at]!]))
      const input = { previous: previousStories(previous), frozenBefore: hours * HOUR_MS }
      const settled = refine(list, rulesFor(list), input)
      const frozen = new Set(list.filter(({ published }) => published! < input.frozenBefore).map(({ key }) => key))
      for (const { members } of settled.stories) {
        const held = members.filter((key) => frozen.has(key)).map((key) => previous.get(key))
        expect(new Set(held).size).toBeLessThanOrEqual(1)
      }
      expect(refine([...list].reverse(), rulesFor(list), input)).toEqual(settled)
    }),
    { seed: 14, numRuns: volume(20, 2_000) },
  )
})

test('what hundreds of sites carry is one story, tied by no more than it needs', () => {
  const one = aPrint(0, { title: 'Bridge over the harbour reopens after repairs' })
  const graph = createStoryGraph(rulesFor([one]))
  for (let at = 0; at < MOST_EDGES + 3; at++)
    graph.add({ ...one, key: keyHash(`copy ${at}`), sourceName: `Paper ${at}` })
  expect(refineGraph(graph, graph.keys()).stories).toHaveLength(1)
  let ties = 0
  graph.eachEdge(graph.nodeOf(keyHash(`copy ${MOST_EDGES + 2}`))!, () => ties++)
  expect(ties).toBe(MOST_EDGES)
})

test('a hand is obeyed: the newest kind about a pair counts', () => {
  fc.assert(
    fc.property(prints, constraint, (list, { kind, a, b }) => {
      const here = new Set(list.map(({ key }) => key))
      fc.pre(a !== b && here.has(a) && here.has(b))
      const older = { kind: kind === 'join' ? ('split' as const) : ('join' as const), a: b, b: a, at: 0 }
      const found = storyOfKey(refine(list, rulesFor(list), { constraints: [{ kind, a, b, at: 1 }, older] }))
      expect(found.get(a) === found.get(b)).toBe(kind === 'join')
    }),
    { seed: 13, numRuns: volume(20, 2_000) },
  )
})

describe('stories', () => {
  const text =
    'The ferry ran aground on a sandbank near the lighthouse at dawn on Monday, and its forty passengers were taken off by two lifeboats within the hour, the coastguard kindOf. Nobody was hurt. The company that runs the ferry kindOf that fog had come down within minutes, and that an inquiry would begin at once.'
  const story = [
    aPrint(1, { title: 'Ferry runs aground near lighthouse', text, source: 'The Wire' }),
    aPrint(2, { title: 'Ferry aground off lighthouse, forty rescued', text, source: 'The Coast', hours: 1 }),
    aPrint(3, {
      title: 'Forty taken off grounded ferry at lighthouse',
      text: text.replaceAll('The ferry', 'A passenger ferry').split('. ').reverse().join('. '),
      source: 'The Moor',
      hours: 2,
    }),
  ]
  const filler = [
    'Council votes on parks',
    'Choir wins prize in capital',
    'New library opens doors',
    'Snow closes mountain road',
  ].map((title, at) => aPrint(10 + at, { title, hours: 3 }))
  const all = [...story, ...filler]
  const settled = refine(all, rulesFor(all))

  const vote = [
    aPrint(1, {
      title: 'Opposition Vorhugur ahead in exit poll',
      text: 'Vorhugur was on course to become the largest party, an exit poll showed, with Prime Minister Bragason behind.',
      source: 'Meridian',
    }),
    aPrint(2, {
      title: 'Vorhugur wins as recheck of ballots shifts one seat',
      text: 'A recheck moved one seat. Bragason said the change alters the arithmetic and nothing in the message.',
      source: 'Meridian',
      hours: 30,
    }),
  ]
  const elsewhere = aPrint(3, {
    title: 'Exit poll puts opposition Vorhugur ahead of Bragason',
    text: 'The exit poll has Vorhugur as the largest party and Prime Minister Bragason second.',
    hours: 1,
  })

  test('take in a follow-up of one newsroom once another newsroom tells the event', () => {
    expect(partition(refine(vote, rulesFor(vote)))).toHaveLength(2)
    const all = [...vote, elsewhere]
    const settled = refine(all, rulesFor(all))
    expect(partition(settled)).toHaveLength(1)
    const link = settled.links.find(({ holds, evidence }) => holds && evidence?.isFollowUp)
    expect(link?.value).toBeGreaterThanOrEqual(link!.threshold)
  })

  test('give a follow-up up again when the other newsroom’s article goes', () => {
    const all = [...vote, elsewhere]
    const graph = createStoryGraph(rulesFor(all))
    for (const print of all) graph.add(print)
    graph.takeTouched()
    graph.remove(elsewhere.key)
    expect([...graph.takeTouched()].sort()).toEqual(vote.map(({ key }) => key).sort())
    expect(partition(refineGraph(graph, graph.keys()))).toHaveLength(2)
  })

  test('keep apart what one newsroom tells with two results within hours, whatever a third article has of both', () => {
    const [match, other, feature] = [
      aPrint(1, {
        title: 'Quellmoor beat Stadesand 3-2 in Norrland Cup',
        text: 'Quellmoor came back against Stadesand in the Norrland Cup; Brodersen scored twice for Quellmoor.',
        source: 'Wire',
      }),
      aPrint(2, {
        title: 'Wilhelmsfehn beat Ammersbek 1-0 in Norrland Cup',
        text: 'A penalty by Tonnies was enough for Wilhelmsfehn against Ammersbek in the Norrland Cup. Keeper Lasse Ude saved four times before 1,800 people, and captain Hinrichs limped off after an hour of rain.',
        source: 'Wire',
      }),
      aPrint(3, {
        title: 'Brodersen strikes twice as Quellmoor beat Stadesand',
        text: 'Quellmoor came back against Stadesand through Brodersen. Wilhelmsfehn, who beat Ammersbek in the Norrland Cup, are next.',
      }),
    ] as const
    const all = [match, other, feature]
    const storyOf = storyOfKey(refine(all, rulesFor(all)))
    expect(storyOf.get(match.key)).toBe(storyOf.get(feature.key))
    expect(storyOf.get(other.key)).not.toBe(storyOf.get(match.key))
    const pair = [other, feature]
    expect(refine(pair, rulesFor(pair)).stories).toHaveLength(1)
  })
  test('count the reprints of one text as one newsroom', () => {
    const found = settled.stories.find(({ members }) => members.includes(story[0]!.key))!
    expect(found.members).toEqual(story.map(({ key }) => key))
    expect(found.newsrooms + found.reprints).toBe(3)
    expect(found.reprints).toBeGreaterThanOrEqual(1)
  })

  test('keep their names by the largest overlap, and names given up lead on', () => {
    const previous = new Map([
      [story[0]!.key, 'old'],
      [story[1]!.key, 'old'],
      [story[2]!.key, 'other'],
    ])
    const again = refine(all, rulesFor(all), { previous: previousStories(previous) })
    expect(storyOfKey(again).get(story[2]!.key)).toBe('old')
    expect(again.aliases).toEqual(new Map([['other', 'old']]))
  })

  test('do not lead on from a name that an article elsewhere still has', () => {
    const previous = new Map([
      ...story.map(({ key }, at) => [key, at === 2 ? 'other' : 'old'] as const),
      ['x', 'other'],
    ])
    expect(refine(all, rulesFor(all), { previous: previousStories(previous) }).aliases).toEqual(new Map())
  })

  test('do not change once they are frozen', () => {
    const previous = new Map(story.map(({ key }) => [key, `alone ${key}`]))
    const frozen = refine(all, rulesFor(all), { previous: previousStories(previous), frozenBefore: 24 * HOUR_MS })
    for (const { key } of story) expect(storyOfKey(frozen).get(key)).toBe(`alone ${key}`)
  })

  test('keep two releases of one blog apart, and two spellings of one release together', () => {
    const posts = ['Rust 1.83 released', 'Rust 1.84 released', 'Go 1.24 is released', 'Go 1.24.0 is released'].map(
      (title, at) => aPrint(20 + at, { title, source: 'The Compiler', hours: at }),
    )
    const found = storyOfKey(refine([...posts, ...filler], rulesFor([...posts, ...filler])))
    expect(found.get(posts[0]!.key)).not.toBe(found.get(posts[1]!.key))
    expect(found.get(posts[2]!.key)).toBe(found.get(posts[3]!.key))
  })

  test('count what credits another newsroom as that newsroom’s, even when the text has been rewritten since', () => {
    const rewritten = aPrint(2, {
      title: 'Forty rescued as ferry hits sandbank by the lighthouse',
      text: text.split(' ').slice(0, 34).join(' '),
      source: 'The Coast',
      publisher: 'The Wire',
      hours: 1,
    })
    const list = [story[0]!, rewritten, ...filler]
    const { stories, memberships } = refine(list, rulesFor(list))
    const found = stories.find(({ members }) => members.includes(rewritten.key))!
    expect(found).toMatchObject({ newsrooms: 1, reprints: 1 })
    expect(memberships.find((one) => one.article === rewritten.key)?.copyOf).toBe(story[0]!.key)
  })

  test('are not told across languages by a name and a number', () => {
    const english = aPrint(30, { title: 'Lanternfish 2.4.1 released', text: 'Lanternfish 2.4.1 mends three faults.' })
    const german = aPrint(31, {
      title: 'Lanternfish 2.4.1 erschienen',
      text: 'Lanternfish 2.4.1 behebt drei Fehler.',
      language: 'de',
    })
    const list = [english, german, ...filler]
    const found = storyOfKey(refine(list, rulesFor(list)))
    expect(found.get(english.key)).not.toBe(found.get(german.key))
  })

  test('keep two issues of a column apart that are counted in Han numerals', () => {
    const column = (at: number, title: string) =>
      aPrint(at, {
        title,
        text: '毎朝の味噌汁を記す小さな連載。今朝も湯気が立つ。',
        source: '灯',
        language: 'ja',
        hours: at,
      })
    const list = [column(40, '味噌汁帖 その十二 あおさ'), column(41, '味噌汁帖 その十三 菜の花'), ...filler]
    const found = storyOfKey(refine(list, rulesFor(list)))
    expect(found.get(list[0]!.key)).not.toBe(found.get(list[1]!.key))
  })

  test('do not join bare headlines by one word, whenever they came', () => {
    const posts = (hours: number) => [
      aPrint(50, { title: 'Go 1.13 is released', source: 'Go' }),
      aPrint(51, { title: 'Security releases', source: 'Node', hours }),
    ]
    const together = (list: Print[]) => {
      const found = storyOfKey(refine([...list, ...filler], rulesFor([...list, ...filler])))
      return found.get(list[0]!.key) === found.get(list[1]!.key)
    }
    expect([together(posts(2)), together(posts(40))]).toEqual([false, false])
  })
})

describe('under the literal layers', () => {
  const names = 'Mayor Ada Thorne, Governor Bo Lindqvist and Inspector Carla Mendes'
  const other = (at: number, title: string, text: string, host: string): Print =>
    printOf(
      {
        key: keyHash(`article ${at}`),
        feed: at,
        guid: `guid ${at}`,
        url: `https://${host}/${at}`,
        urlKey: keyHash(`${host}/${at}`),
        sourceName: host,
        publisher: null,
        language: 'en',
        title,
        text,
        published: at * HOUR_MS,
        firstSeen: 0,
        contentHash: keyHash(text),
        wordCount: 40,
      },
      { layered: true },
    )
  const refined = (prints: readonly Print[]) =>
    refine(prints, { policy: policyOf('layered'), epoch: withWindow(epochZero(), prints) })
  const copies = ({ memberships }: RefinedStories) =>
    memberships.flatMap(({ article: key, copyOf }) => (copyOf === null ? [] : [[key, copyOf]]))

  test('a title on another domain is a reprint in its story, and not scored', () => {
    const title = 'Harbour bridge at Eastness closed after crane collapse'
    const settled = refined([
      other(1, title, 'A crane fell on the Eastness harbour bridge before dawn and the road is shut.', 'a.example'),
      other(2, title, 'Drivers in Eastness face long queues while engineers look at the harbour.', 'b.example'),
    ])
    expect(settled.stories).toHaveLength(1)
    expect(copies(settled)).toEqual([[keyHash('article 2'), keyHash('article 1')]])
  })

  test('the same names within a day are one story of two articles', () => {
    const settled = refined([
      other(1, 'Eastness council agrees flood wall', `${names} signed the flood wall plan in Eastness.`, 'a.example'),
      other(2, 'Flood wall at Eastness to start', `${names} met at the Eastness flood wall on Monday.`, 'b.example'),
    ])
    expect(settled.stories).toHaveLength(1)
    expect(copies(settled)).toEqual([])
  })
})
