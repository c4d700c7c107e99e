import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { PublisherAnswer, PublisherRequest } from '../../src/core/domain/publisher.ts'
import { type Chance, chanceOf } from './chaos/chance.ts'
import type { PlayedWorld } from './four-workers.ts'

/* News of any number of feeds, made up by chance: events with names of their own, told by several feeds in their own words, taken over
   word for word, and corrected. The same for the same seed. */

/** How much of it there is. */
export interface MadeUpSize {
  readonly articles: number
  readonly feeds: number
  readonly feedsAHost: number
  readonly hours: number
  /** How long feeds ask to be left alone: so long that most of the work is in articles, and so short that no document loses one. */
  readonly ttlMinutes: number
}

interface MadeUpItem {
  readonly guid: string
  readonly at: number
  readonly title: string
  readonly text: string
}

const OPENS = Date.UTC(2026, 10, 14, 3)
const HOUR_MS = 3_600_000
/** Its feeds are due at times of their own: polled as soon as each is due, one process would poll while the others have nothing to do. */
const LOOK_EVERY_MS = HOUR_MS / 4
/** As many entries as a publisher's document holds. */
const LISTED = 60
const SYLLABLES = 'ba co di fe gu ha jo ka li mo nu pe ra si to ve wi ya zo an er in or un est'.split(' ')
const COMMON =
  'the of to and in for on with at by from after over under before says council city police report people year week plan court work new local group two three river road house school bank market minister talks party vote water fire storm train power open close rise fall agree deny call win lose find'.split(
    ' ',
  )
/** Events that go on at a time. */
const GOING_ON = 150

interface Event {
  readonly names: readonly string[]
  readonly told: MadeUpItem[]
}

/** Writes the settings and gives the world. */
export function madeUpWorld(configPath: string, size: MadeUpSize): PlayedWorld {
  const { articles, feeds, feedsAHost, hours, ttlMinutes } = size
  const chance = chanceOf(77)
  const lists = Array.from({ length: feeds }, () => [] as MadeUpItem[])
  const events: Event[] = []
  for (let n = 0; n < articles; n++) {
    const isNew = events.length < 3 || chance.isTrue(0.45)
    if (isNew) events.push({ names: Array.from({ length: 10 }, () => nameOf(chance)), told: [] })
    const event = isNew ? events.at(-1)! : chance.oneOf(events.slice(-GOING_ON))
    const at = OPENS + Math.floor((n / articles) * hours * HOUR_MS)
    const item = itemOf(`made-up-${n}`, at, event, chance)
    event.told.push(item)
    lists[chance.below(feeds)]!.unshift(item)
  }
  const hostOf = (feed: number) => `news${Math.floor(feed / feedsAHost)}.example`
  const urls = lists.map((_, feed) => `http://${hostOf(feed)}/feed-${feed}`)
  const tabs = `tabs:\n  en_news:\n    sources:\n${urls.map((url) => `      - {url: '${url}', kind: breaking}\n`).join('')}`
  writeFileSync(configPath, `digest: {timezone: UTC}\n${tabs}`)
  const answer = (request: PublisherRequest, at: number) =>
    answerOf(lists[Number(/feed-(\d+)$/.exec(request.url)![1])]!, request, { at, ttlMinutes })
  return {
    configPath,
    opensAt: OPENS,
    closesAt: OPENS + hours * HOUR_MS,
    lookEveryMs: LOOK_EVERY_MS,
    publishers: { hosts: [...new Set(lists.map((_, feed) => hostOf(feed)))], answer },
  }
}

const nameOf = (chance: Chance): string =>
  Array.from({ length: 3 }, () => chance.oneOf(SYLLABLES))
    .join('')
    .replace(/^./, (first) => first.toUpperCase())

function itemOf(guid: string, at: number, { names, told }: Event, chance: Chance): MadeUpItem {
  if (told.length > 0 && chance.isTrue(0.1)) return { ...chance.oneOf(told), guid, at }
  const words = (count: number, share: number) =>
    Array.from({ length: count }, () => (chance.isTrue(share) ? chance.oneOf(names) : chance.oneOf(COMMON))).join(' ')
  return { guid, at, title: words(9, 0.5), text: `${words(30, 0.3)}. ${words(25, 0.2)}.` }
}

interface AnswerTime {
  readonly at: number
  readonly ttlMinutes: number
}

function answerOf(
  items: readonly MadeUpItem[],
  request: PublisherRequest,
  { at, ttlMinutes }: AnswerTime,
): PublisherAnswer {
  const listed = items.filter((item) => item.at <= at).slice(0, LISTED)
  const body = Buffer.from(documentOf(request.url, listed, ttlMinutes))
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`
  if (request.ifNoneMatch === etag) return { kind: 'answer', status: 304, headers: { etag }, body: new Uint8Array(0) }
  return { kind: 'answer', status: 200, headers: { etag, 'content-type': 'application/rss+xml; charset=utf-8' }, body }
}

const documentOf = (url: string, items: readonly MadeUpItem[], ttlMinutes: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${url}</title><link>${url}</link><language>en</language><ttl>${ttlMinutes}</ttl>${items
    .map(
      ({ guid, at, title, text }) =>
        `<item><guid isPermaLink="false">${guid}</guid><link>${url}/${guid}</link><title>${title}</title><pubDate>${new Date(at).toUTCString()}</pubDate><description>${text}</description></item>`,
    )
    .join('')}</channel></rss>`
