import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fileSources } from '../src/app/file-sources.ts'
import { listedEntries } from '../src/core/demo/listed-entries.ts'
import type { EntryTruth, VersionTruth } from '../src/core/demo/truth.ts'
import type { World, WorldSource } from '../src/core/demo/world.ts'
import { documentAnswer, worldAt } from '../src/core/demo/world-at.ts'
import { feedEntries, sourceOf, versionAt, worldEntries } from '../src/core/demo/world-entries.ts'
import { worldFrom } from '../src/core/demo/world-from.ts'
import { worldTruth } from '../src/core/demo/world-truth.ts'
import type { Entry } from '../src/core/domain/entry.ts'
import type { ParsedFeed } from '../src/core/domain/feed-document.ts'
import type { PublisherAnswer } from '../src/core/domain/publisher.ts'
import { articleDate } from '../src/core/normalize/article-date.ts'
import { contentHash } from '../src/core/normalize/content-hash.ts'
import { parseFeed } from '../src/core/parse/parse-feed.ts'
import { countWords } from '../src/core/text/count-words.ts'
import { sanitizeHtml } from '../src/core/text/sanitize-html.ts'
import { urlKey } from '../src/core/text/url-key.ts'
import { readSettings } from '../src/io/config/read-settings.ts'

/* The demonstration world is valid, says what it says in every format and encoding, and does not contradict itself. */

const hour = 3_600_000
const file = (name: string) => fileURLToPath(new URL(`../demo/${name}`, import.meta.url))
const description: unknown = parse(readFileSync(file('world.yaml'), 'utf8'))
const world = worldFrom(description)
const truth = worldTruth(world)
const byId = new Map(truth.entries.map((entry) => [entry.id, entry]))

/** Every hour of the three days; feeds that change every hour, or list hundreds at once, are looked at less often. */
const hoursOf = (source: WorldSource) => {
  const step = source.id === world.archive.source ? 12 : source.stamp !== null ? 5 : 1
  return Array.from({ length: 73 }, (_, i) => i).filter((i) => i % step === 0)
}

function parsedAt(source: WorldSource, at: number): ParsedFeed {
  const answer = documentAnswer(world, source, at)
  if (answer.kind !== 'answer') throw new Error('a document is an answer')
  const parsed = parseFeed(answer.body, { headers: answer.headers, url: source.url })
  if (parsed.kind !== 'feed') throw new Error(`${source.id} is no feed at hour ${(at - world.opensAt) / hour}`)
  return parsed
}

function tagAt(source: WorldSource, at: number): string | undefined {
  const answer = documentAnswer(world, source, at)
  return answer.kind === 'answer' ? answer.headers.etag : undefined
}

const shown = (answer: PublisherAnswer) =>
  answer.kind === 'stall' ? 'stall' : JSON.stringify([answer.status, answer.headers, hash('sha256', answer.body)])

const plain = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() || null
const textOf = (html: string) => plain(sanitizeHtml(html).text)
const isTruncated = (source: WorldSource, at: number) =>
  source.faults.some(
    (fault) => fault.kind === 'broken' && fault.how === 'truncated' && fault.from <= at && at < fault.until!,
  )

/** What an entry says, as the parser gives it. */
function seen(entry: Entry, at: number) {
  const { encoded, content, description } = entry.texts
  const date = articleDate(entry.dates, at)
  return {
    guid: entry.guid?.value ?? null,
    title: plain(entry.title?.value),
    url: entry.link,
    publishedAt: date.dateUncertain ? null : date.published,
    text: textOf((encoded ?? content ?? description)?.value ?? ''),
  }
}

/** What the world says it says. */
function said(source: WorldSource, at: number) {
  return listedEntries(world, source, at).map((entry) => ({
    guid: entry.guid?.value ?? null,
    title: plain(entry.title),
    url: entry.url,
    publishedAt: entry.publishedAt,
    text: textOf(source.tells === 'excerpt' || source.format === 'rss-0.91' ? entry.summary : entry.html),
  }))
}

describe('the description', () => {
  test('stays small enough to be read by a person', () =>
    expect(statSync(file('world.yaml')).size).toBeLessThan(200_000))

  test('has what was asked for: four tabs, five tiers, every format', () => {
    expect(world.tabs.map((tab) => tab.id)).toEqual(['zh_news', 'zh_industry', 'en_news', 'ja_news'])
    expect(new Set(world.sources.map((source) => source.tier)).size).toBe(5)
    expect(new Set(world.sources.map((source) => source.format)).size).toBe(6)
    expect(world.sources.length).toBeGreaterThanOrEqual(36)
    expect(world.events.filter((event) => event.tellings.length > 1).length).toBeGreaterThanOrEqual(30)
  })

  test('names hosts under .example only', () => {
    const hosts = JSON.stringify(world).match(/https?:\/\/[^/"\s)]+/g)!
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
  })

  test.each([
    ['an unknown key', { ...(description as object), extra: 1 }, 'world.extra is not known here'],
    [
      'a source that is not there',
      broken(['events', 0, 'tellings', 0, 'in'], 'x'),
      'events[0].tellings[0].in must be one of',
    ],
    ['a bad moment', broken(['events', 1, 'tellings', 0, 'at'], '9:99'), 'tellings[0].at must be "day hour:minute"'],
    ['a text that is missing', broken(['briefs', 2, 'body']), 'briefs[2].body must be a text, got nothing'],
    ['a pair of no event', broken(['apart', 0, 'pair', 1], 'x'), 'apart: there is no event "x"'],
    ['a trend of no story', broken(['planted', 0, 'top'], ['x:zh']), 'planted: there is no story "x:zh"'],
    ['a real host', broken(['sources', 0, 'url'], 'http://a.org/'), 'sources[0].url must be an address under .example'],
  ])('%s is told with its place', (_fact, wrong, message) => expect(() => worldFrom(wrong)).toThrow(message))

  test('feeds.yaml is a settings file with the same sources', () => {
    const { settings } = readSettings({
      configPath: file('feeds.yaml'),
      required: true,
      env: {},
      set: [],
      database: null,
    })
    const expected = world.sources.map(({ url, tab, category, name, tier, kind, owner, language }) => {
      const { reads } = world.tabs.find((one) => one.id === tab)!
      return { url, tab, category, name, tier, kind, owner, language, maxItems: reads }
    })
    expect(fileSources(settings).map(({ position: _, ...source }) => source)).toEqual(expected)
  })
})

/** The description with one value replaced, or taken away. */
function broken(path: readonly (string | number)[], value?: unknown): unknown {
  const copy = structuredClone(description)
  let place = copy as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) place = place[step] as Record<string | number, unknown>
  place[path.at(-1)!] = value
  return copy
}

describe('documents', () => {
  test.each(world.sources.map((source) => [source.id, source] as const))(
    '%s: every hour parses to exactly what the world says',
    (_id, source) => {
      let last: string | undefined
      for (const i of hoursOf(source)) {
        const at = world.opensAt + i * hour
        const tag = tagAt(source, at)
        if (tag === last) continue
        last = tag
        const entries = parsedAt(source, at).entries
        const expected = said(source, at)
        const whole = isTruncated(source, at) ? expected.slice(0, -1) : expected
        expect(entries.filter((entry) => entry.complete).map((entry) => seen(entry, at))).toEqual(whole)
      }
    },
  )

  test.each([
    ['nanfeng', 'big5'],
    ['chikan-sports', 'big5'],
    ['shiomi-society', 'shift_jis'],
    ['techmado', 'euc-jp'],
    ['dianluren', 'utf-16le'],
    ['ledger', 'windows-1252'],
  ])('%s is recognised as %s', (id, encoding) => {
    expect(parsedAt(sourceOf(world, id), world.closesAt).encoding.name).toBe(encoding)
  })

  test.each([
    ['nanfeng', 'wrong-encoding'],
    ['circuit', 'wrong-encoding'],
    ['gangkou', 'bare-ampersand'],
    ['penglai-economy', 'undefined-entity'],
    ['chenfeng', 'control-character'],
  ])('%s is read in spite of %s, and the warning says so', (id, code) => {
    const { warnings } = parsedAt(sourceOf(world, id), world.closesAt)
    expect(warnings.map((warning) => warning.code)).toContain(code)
  })

  test('are the same bytes for the same moment, in a world read anew', () => {
    const again: World = worldFrom(structuredClone(description))
    for (const source of world.sources)
      for (const i of [0, 7, 30, 55, 72]) {
        const at = world.opensAt + i * hour
        expect(shown(worldAt(again, source.id, at))).toBe(shown(worldAt(world, source.id, at)))
      }
  })

  test('change their entity tag exactly when they change', () => {
    for (const source of world.sources.filter((one) => one.id !== world.archive.source)) {
      const tags = new Map<string, string>()
      for (const i of hoursOf(source).filter((one) => one % 5 === 0)) {
        const answer = documentAnswer(world, source, world.opensAt + i * hour)
        if (answer.kind !== 'answer') continue
        const body = Buffer.from(answer.body).toString('latin1')
        expect(tags.get(answer.headers.etag!) ?? body).toBe(body)
        tags.set(answer.headers.etag!, body)
      }
      expect(new Set(tags.values()).size).toBe(tags.size)
    }
  })

  test('the hour printed into a text is noise, a revision is not', () => {
    const tv = sourceOf(world, 'shancheng-tv')
    const hashes = [20, 21, 22].map((i) => {
      const entry = listedEntries(world, tv, world.opensAt + i * hour).find(
        (one) => one.id === 'quake-east/shancheng-tv',
      )!
      return contentHash(entry.title!, textOf(entry.html))
    })
    expect(new Set(hashes).size).toBe(1)
    const wire = feedEntries(world, 'haichao-society').find((entry) => entry.versions.length === 3)!
    expect(new Set(wire.versions.map(({ title, body }) => contentHash(title, body))).size).toBe(3)
  })
})

describe('the truth', () => {
  test('is plain data', () => expect(JSON.parse(JSON.stringify(truth))).toEqual(truth))

  test('every entry is in exactly one story, with those it was taken from', () => {
    const listed = truth.stories.flatMap((story) => story.entries)
    expect([...listed].sort()).toEqual(truth.entries.map((entry) => entry.id).sort())
    for (const entry of truth.entries) if (entry.of !== null) expect(byId.get(entry.of)!.story).toBe(entry.story)
  })

  test('names every entry once', () => expect(byId.size).toBe(truth.entries.length))

  test('copies have the comparison key of their original, and nothing else shares one', () => {
    const keys = new Map<string, string>()
    for (const entry of truth.entries) {
      if (entry.url === null) continue
      const key = urlKey(entry.url)!
      if (entry.relation === 'copy') expect(key).toBe(urlKey(byId.get(entry.of!)!.url!))
      else {
        expect(keys.has(key)).toBe(false)
        keys.set(key, entry.id)
      }
    }
  })

  test('reprints share most of their text with the original of that moment and carry another headline', () => {
    for (const entry of worldEntries(world).filter((one) => one.relation === 'reprint')) {
      const original = worldEntries(world).find((one) => one.id === entry.of)!
      const version = versionAt(original, entry.versions[0]!.at)!
      expect(entry.versions[0]!.title).not.toBe(version.title)
      expect(version.body.slice(0, 60)).toBe(entry.versions[0]!.body.slice(0, 60))
      for (const body of [version.body, entry.versions[0]!.body]) expect(countWords(body)).toBeGreaterThanOrEqual(55)
    }
  })

  test('bare numbers are given by several publishers to different articles', () => {
    expect(truth.guidCollisions.length).toBeGreaterThan(5)
    for (const { entries } of truth.guidCollisions) {
      const [one, other] = entries.map((id) => byId.get(id)!)
      expect(one!.feed).not.toBe(other!.feed)
    }
  })

  test('pairs to be kept apart are two stories in one language', () => {
    expect(truth.apart.length).toBeGreaterThanOrEqual(world.apart.length)
    for (const { stories } of truth.apart) {
      expect(stories[0]).not.toBe(stories[1])
      expect(stories[0].split(':')[1]).toBe(stories[1].split(':')[1])
    }
  })

  test('an article told by several newsrooms is nearer to its own story than to any other', () => {
    const told = truth.entries.filter((entry) => !entry.id.startsWith('archive/') && entry.relation !== 'copy')
    const vectors = vectorsOf(told.map((entry) => entry.versions.at(-1)!))
    const strays = told.filter((entry, i) => {
      const near = (own: boolean) =>
        Math.max(
          0,
          ...told.map((other, j) => (j !== i && isRival(entry, other, own) ? cosine(vectors[i]!, vectors[j]!) : 0)),
        )
      return near(true) > 0 && near(true) <= near(false)
    })
    expect(strays.map((entry) => entry.id)).toEqual([])
  })

  test('texts are of every length, from a flash to an essay', () => {
    const words = world.events.flatMap((event) => event.tellings.map((one) => countWords(one.versions[0]!.body)))
    expect(words.filter((count) => count < 60).length).toBeGreaterThan(20)
    expect(words.filter((count) => count >= 100 && count < 300).length).toBeGreaterThan(30)
    expect(words.filter((count) => count >= 500).length).toBeGreaterThanOrEqual(2)
  })

  test('entries without title, date or link are there', () => {
    const entries = worldEntries(world)
    for (const lack of ['title', 'date', 'link'] as const)
      expect(entries.filter((entry) => entry.lacks.includes(lack)).length).toBeGreaterThan(0)
  })
})

/** The same event in another language is neither required nor forbidden to join. */
function isRival(entry: EntryTruth, other: EntryTruth, own: boolean): boolean {
  return own ? entry.story === other.story : entry.story.split(':')[0] !== other.story.split(':')[0]
}

/** The plainest of measures, so that the truth leans on no rule of ours: words, or pairs of letters, weighed by rarity. */
function vectorsOf(texts: readonly VersionTruth[]): ReadonlyMap<string, number>[] {
  const counts = texts.map(({ title, text }) => {
    const count = new Map<string, number>()
    for (const term of termsOf(`${title} ${title} ${text.slice(0, 600)}`)) count.set(term, (count.get(term) ?? 0) + 1)
    return count
  })
  const rarity = new Map<string, number>()
  for (const count of counts) for (const term of count.keys()) rarity.set(term, (rarity.get(term) ?? 0) + 1)
  return counts.map((count) => {
    const weights = [...count].map(
      ([term, n]) => [term, (1 + Math.log(n)) * Math.log(texts.length / rarity.get(term)!)] as const,
    )
    const length = Math.hypot(...weights.map(([, weight]) => weight))
    return new Map(weights.map(([term, weight]) => [term, weight / length]))
  })
}

function termsOf(text: string): string[] {
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Katakana}ー]+|[\p{Script=Latin}\d]+/gu) ?? []
  return runs.flatMap((run) =>
    /[\p{Script=Han}\p{Script=Katakana}]/u.test(run)
      ? Array.from({ length: Math.max(1, run.length - 1) }, (_, i) => run.slice(i, i + 2))
      : [run],
  )
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0)
  return sum
}
