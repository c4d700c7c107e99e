import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import type { ArticleRef, Known, KnownArticle, KnownEntry, PrintBytes } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import { keyHash } from '../text/key-hash.ts'
import { decidePoll, decidePollInSteps, distinctGuids, type PollDecision } from './decide-poll.ts'
import { POLICY_NAMES, type PolicyName, policyOf } from './policies.ts'
import { decodePrint } from './print/decode-print.ts'
import { printBytes } from './print/print-bytes.ts'
import { createRecent, type Recent } from './recent/recent.ts'

/* Polls of several feeds, one after the other, against a store that is as plain as can be. */

const HOUR_MS = 3_600_000
const OPENS = Date.UTC(2026, 0, 2)

interface Line {
  readonly guid: string
  /** Null for an entry without an address. */
  readonly page: number | null
  readonly title: string
  readonly words: number
  readonly hours: number
}

interface Poll {
  readonly feed: number
  readonly lines: readonly Line[]
  /** Whether retention takes an article before it. */
  readonly takes: number | null
}

const TITLES = [
  'Ferry runs aground near lighthouse',
  'Ferry runs aground near the lighthouse',
  'Council argues until midnight about the park',
  'Announcing Rust 1.84',
  'Announcing Rust 1.83',
  'Rare orchid flowers in botanical garden',
]

const SENTENCE =
  'The ferry ran aground on a sandbank at dawn and its forty passengers were taken off by lifeboats within the hour while the fog slowly lifted over the bay'.split(
    ' ',
  )

const lines: fc.Arbitrary<Line> = fc.record({
  guid: fc.constantFrom('1', '2', '3', 'urn:uuid:5f1d7a52-0000-4000-8000-000000000001', 'https://a.example/p/4'),
  page: fc.option(fc.nat(4)),
  title: fc.constantFrom(...TITLES),
  words: fc.constantFrom(0, 12, 60, 90),
  hours: fc.nat(30),
})

const polls: fc.Arbitrary<readonly Poll[]> = fc.array(
  fc.record({
    feed: fc.integer({ min: 1, max: 3 }),
    // A document names a guid once: `prepare` sees to that.
    lines: fc.uniqueArray(lines, { minLength: 1, maxLength: 5, selector: ({ guid }) => guid }),
    takes: fc.option(fc.nat(10), { freq: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
)

function prepared({ feed, lines: list }: Poll, policy: PolicyName): PreparedEntry[] {
  return list.map(({ guid, page, title, words, hours }) => {
    const url = page === null ? null : `https://paper.example/${page}`
    const text = words === 0 ? null : Array.from({ length: words }, (_, i) => SENTENCE[i % SENTENCE.length]).join(' ')
    const article: Article = anArticle({
      feed,
      guid,
      url,
      title,
      text,
      sourceName: `Paper ${feed % 2}`,
      key: keyHash(url ?? `${feed} ${guid}`),
      published: OPENS + hours * HOUR_MS,
      firstSeen: OPENS + 40 * HOUR_MS,
      wordCount: words,
      contentHash: keyHash(`${title} ${words}`),
    })
    const guidKey = keyHash(guid)
    const print = printBytes(article, { guidKey, layered: policy === 'layered' })
    return { guidKey, rawHash: keyHash(JSON.stringify([title, words, hours])), article, print }
  })
}

interface Row extends KnownArticle {
  readonly change: number
  readonly print: PrintBytes
}

/** As much of a store as admission asks: lists, searched from end to end. */
function plainStore() {
  const articles = new Map<number, Row>()
  const entries = new Map<string, KnownEntry>()
  let lastId = 0
  let lastChange = 0

  const put = (id: number, article: Article, print: PrintBytes, revision: number): void => {
    const { key, feed, urlKey, contentHash, wordCount, published } = article
    const row = { id, key, feed, position: feed, urlKey, contentHash, wordCount, published, revision }
    articles.set(id, { ...row, print, change: ++lastChange })
  }
  const byKey = (key: string) => [...articles.values()].find((one) => one.key === key)
  return {
    articles,
    entries,
    known: (feed: number, arriving: readonly PreparedEntry[]): Known => {
      const isAsked = (one: KnownEntry) =>
        arriving.some(
          ({ guidKey, article }) =>
            (one.feed === feed && one.guidKey === guidKey) || (one.urlKey !== null && one.urlKey === article.urlKey),
        )
      const found = [...entries.values()].filter(isAsked)
      const keys = new Set(arriving.map(({ article }) => article.key))
      const ids = new Set(found.map(({ article }) => article))
      return { entries: found, articles: [...articles.values()].filter(({ id, key }) => ids.has(id) || keys.has(key)) }
    },
    /** Writes as the store does: articles, revisions, entries, then what was replaced. Gives where each entry led. */
    write: (feed: number, decided: PollDecision): (number | null)[] => {
      const first = lastId
      for (const { article, print } of decided.articles) put(++lastId, article, print!, 0)
      const idOf = (place: ArticleRef): number =>
        'id' in place ? place.id : 'added' in place ? first + 1 + place.added : byKey(place.key)!.id
      for (const { kind, of, article, print } of decided.revisions) {
        const old = articles.get(idOf(of))!
        if (kind === 'stays') articles.set(old.id, { ...old, revision: old.revision + 1 })
        else put(old.id, { ...article, key: old.key }, print!, old.revision + 1)
      }
      const led = decided.entries.map(({ article }) => article && idOf(article))
      const gone = decided.replaced.map(({ key, by }) => ({ id: byKey(key)!.id, by: idOf(by) }))
      for (const [i, { guidKey, urlKey, rawHash, disposition }] of decided.entries.entries()) {
        entries.set(`${feed} ${guidKey}`, { feed, guidKey, urlKey, rawHash, disposition, article: led[i]! })
      }
      for (const { id, by } of gone) {
        articles.delete(id)
        for (const [name, entry] of entries) if (entry.article === id) entries.set(name, { ...entry, article: by })
      }
      return led.map((id) => gone.find((one) => one.id === id)?.by ?? id)
    },
    /** Retention: the article goes, its entries stay and know that it was there. */
    take: (n: number, recent: Recent): void => {
      const row = [...articles.values()][n]
      if (row === undefined) return
      articles.delete(row.id)
      recent.remove(row.key)
      for (const [name, entry] of entries) if (entry.article === row.id) entries.set(name, { ...entry, article: null })
    },
  }
}

const newWindow = (name: PolicyName) => createRecent(policyOf(name), { positionOf: (feed) => feed })

/** A window as another process would read it from the store. */
function coldWindow(name: PolicyName, { articles }: ReturnType<typeof plainStore>): Recent {
  const recent = newWindow(name)
  for (const { print } of [...articles.values()].sort((a, b) => a.change - b.change)) recent.addBytes(print.value)
  return recent
}

/** What one poll came to. */
interface Seen {
  readonly poll: Poll
  readonly arriving: readonly PreparedEntry[]
  readonly known: Known
  readonly decided: PollDecision
  /** The same by a window just read from the store. */
  readonly coldly: PollDecision
  /** Numbers of the articles the entries ended at. */
  readonly led: readonly (number | null)[]
  readonly before: ReadonlyMap<number, Row>
  readonly knownBefore: ReadonlySet<string>
  readonly store: ReturnType<typeof plainStore>
  readonly recent: Recent
}

/** Runs the polls; looks after each. */
function play(name: PolicyName, list: readonly Poll[], look: (seen: Seen) => void): void {
  const store = plainStore()
  const recent = newWindow(name)
  for (const poll of list) {
    if (poll.takes !== null) store.take(poll.takes, recent)
    const feed = { id: poll.feed, position: poll.feed }
    const [before, knownBefore] = [new Map(store.articles), new Set(store.entries.keys())]
    const decideWith = (window: Recent) => {
      const arriving = distinctGuids(poll.feed, prepared(poll, name), window)
      const known = store.known(poll.feed, arriving)
      return { arriving, known, decided: decidePoll(feed, arriving, known, window) }
    }
    const { decided: coldly } = decideWith(coldWindow(name, store))
    const { arriving, known, decided } = decideWith(recent)
    const led = store.write(poll.feed, decided)
    look({ poll, arriving, known, decided, coldly, led, before, knownBefore, store, recent })
  }
}

/** What holds under every policy. */
function lookAtAny({ poll, arriving, known, decided, coldly, led, knownBefore, store, recent }: Seen): void {
  expect(decided.entries.map(({ guidKey }) => guidKey)).toEqual(arriving.map(({ guidKey }) => guidKey))
  for (const [i, id] of led.entries()) {
    const had = known.entries.find((one) => one.feed === poll.feed && one.guidKey === arriving[i]!.guidKey)
    if (id === null) expect(had?.article, 'only what retention took leads nowhere').toBeNull()
    else expect(store.articles.has(id), 'an entry leads to an article that is there').toBe(true)
  }
  const rows = [...store.articles.values()]
  expect(new Set(rows.map(({ key }) => key)).size, 'no key is given twice').toBe(rows.length)
  const held: string[] = []
  recent.each(({ key, published, contentHash }) => held.push(`${key} ${published} ${contentHash}`))
  const stored = rows.map(({ print, key }) => ({ ...decodePrint(print.value), at: key }))
  expect(stored.every(({ key, at }) => key === at)).toBe(true)
  const names = stored.map(({ key, published, contentHash }) => `${key} ${published} ${contentHash}`)
  expect(held.sort(), 'the window in memory is what the store would give').toEqual(names.sort())
  expect(coldly, 'a window read a moment ago decides as one that was there all along').toEqual(decided)
  const fresh = arriving.flatMap(({ guidKey }, at) => (knownBefore.has(`${poll.feed} ${guidKey}`) ? [] : [at]))
  expect(decided.fresh, 'the schedule learns from what this feed never gave before').toEqual(fresh)
  const left = decided.entries.filter(({ disposition }) => /^(exact|near)_duplicate$/.test(disposition))
  const { guid, url, title } = decided.removed
  expect(guid + url + title, 'what was left out is counted once').toBe(left.length)
}

/** An entry with no guid of its feed, no address and no worldwide guid in common with any article has one of its own. */
function lookAtCalibrated({ poll, arriving, known, decided, led, before, store }: Seen): void {
  for (const [i, { article, guidKey }] of arriving.entries()) {
    const sharesGuid = known.entries.some((one) => one.feed === poll.feed && one.guidKey === guidKey)
    const sharesAddress =
      known.entries.some((one) => one.urlKey !== null && one.urlKey === article.urlKey) ||
      known.articles.some(({ key }) => key === article.key)
    const twin = arriving.slice(0, i).some((one) => one.article.key === article.key)
    if (sharesGuid || sharesAddress || twin || /^(urn|https):/.test(article.guid)) continue
    expect(decided.entries[i]!.disposition).not.toMatch(/exact_duplicate|revision/)
    expect(before.has(led[i]!), `"${article.title}" has an article of its own`).toBe(false)
  }
  for (const id of before.keys()) expect(store.articles.has(id), 'nothing stored is lost').toBe(true)
}

/** The newcomer is skipped or kept beside what is there. */
function lookAtThreeTier({ decided, before, store }: Seen): void {
  expect([decided.revisions, decided.replaced]).toEqual([[], []])
  for (const [id, row] of before) expect(store.articles.get(id)).toEqual(row)
}

/** What an entry leads to was published no earlier than the entry, unless its key is kept for its age. */
function lookAtNewest({ decided, arriving, led, store }: Seen): void {
  for (const [i, id] of led.entries()) {
    if (id === null || decided.entries[i]!.disposition !== 'unique') continue
    expect(store.articles.get(id)!.published).toBeGreaterThanOrEqual(arriving[i]!.article.published)
  }
}

const OWN: Readonly<Partial<Record<PolicyName, (seen: Seen) => void>>> = {
  calibrated: lookAtCalibrated,
  'three-tier': lookAtThreeTier,
  'newest-wins': lookAtNewest,
}

test.each(POLICY_NAMES)(
  'under %s nothing is lost, and what is in memory never decides otherwise than what is stored',
  (name) =>
    fc.assert(
      fc.property(polls, (list) =>
        play(name, list, (seen) => {
          lookAtAny(seen)
          OWN[name]?.(seen)
        }),
      ),
      { numRuns: 8, seed: 7 },
    ),
)

const line = (guid: string, page: number | null, title: string, hours = 0): Line => {
  return { guid, page, title, words: 0, hours }
}
const poll = (feed: number, ...list: readonly Line[]): Poll => ({ feed, lines: list, takes: null })

describe('a feed that gives one guid to several articles', () => {
  test('keeps them all: "1" is always the newest', () => {
    const titles = new Set<string>()
    const shown = (from: number) => [0, 1, 2].map((i) => line(String(i + 1), 10 + from - i, TITLES[from - i]!))
    play('calibrated', [poll(1, ...shown(2)), poll(1, ...shown(5))], ({ store }) => {
      for (const { key } of store.articles.values()) titles.add(key)
      expect(store.articles.size).toBe(titles.size)
    })
    expect(titles.size).toBe(6)
  })

  test('keeps a newcomer also when the rest of the document is known by its address', () => {
    const first = poll(1, line('https://a.example/p/4', null, TITLES[0]!), line('1', null, TITLES[0]!))
    const then = poll(1, line('1', 0, TITLES[3]!), line('https://a.example/p/4', null, TITLES[5]!))
    play('calibrated', [first, then], ({ before, led }) => {
      if (before.size > 0) expect(before.has(led[0]!)).toBe(false)
    })
  })
})

test('under newest-wins the latest is kept, also when an older one comes last', () => {
  const versions = [
    poll(1, line('1', 1, TITLES[0]!, 0)),
    poll(1, line('1', 1, TITLES[2]!, 9)),
    poll(1, line('1', 1, TITLES[5]!, 5)),
  ]
  const hashes: string[] = []
  play('newest-wins', versions, ({ store }) => hashes.push([...store.articles.values()][0]!.contentHash))
  expect(hashes[2]).toBe(hashes[1])
})

test.each(['newest-wins', 'three-tier'] as const)(
  'under %s the guid of a version that was replaced is remembered',
  (name) => {
    const versions = [
      poll(1, line('1', 1, TITLES[0]!, 0)),
      poll(1, line('2', 1, TITLES[2]!, 9)),
      poll(1, line('1', 5, TITLES[5]!, 5)),
    ]
    const stood: string[] = []
    play(name, versions, ({ store }) => {
      expect(store.articles.size).toBe(1)
      stood.push([...store.articles.values()][0]!.contentHash)
    })
    expect(stood[2]).toBe(stood[1])
  },
)

test('a poll is decided one article at a step', () => {
  const recent = newWindow('calibrated')
  const articles = Array.from({ length: 30 }, (_, n) =>
    anArticle({ title: `Report ${n} of the harbour`, url: `https://a.example/${n}`, guid: `g${n}` }),
  )
  const arriving = articles.map((article) => {
    const guidKey = keyHash(article.guid)
    return { guidKey, rawHash: 'aa', article, print: printBytes(article, { guidKey }) }
  })
  const steps = decidePollInSteps({ id: 1, position: 1 }, arriving, { entries: [], articles: [] }, recent)
  let most = 0
  let before = recent.size()
  let pauses = 0
  while (!steps.next().done) {
    most = Math.max(most, recent.size() - before)
    before = recent.size()
    pauses++
  }
  expect([pauses, most]).toEqual([30, 1])
})

test('what retention took does not come back, whatever feed asks', () => {
  const [first, again] = [poll(1, line('1', 1, TITLES[0]!)), poll(1, line('1', 1, TITLES[0]!))]
  const led: (number | null)[] = []
  play('calibrated', [first, { ...again, takes: 0 }], (seen) => led.push(...seen.led))
  expect(led).toEqual([1, null])
})
