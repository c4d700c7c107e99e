import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rss } from '../publisher/documents.ts'
import type { Visit } from '../publisher/many-hosts.ts'
import type { Chance } from './chance.ts'
import { type Deliveries, type DeliveriesState, newDeliveries } from './deliveries.ts'

/** What a run must remember to go on later. */
export interface TruthState {
  readonly port: number
  /** For each feed the items it has published, the newest first. */
  readonly feeds: readonly (readonly TrueItem[])[]
  readonly edits: number
  readonly polls: number
  readonly deliveries: DeliveriesState
}

export interface TrueItem {
  readonly guid: string
  readonly title: string
  readonly at: number
}

/** What is compared with a store. */
export interface KnownTruth {
  /** Every item that was published, as its publisher shows it now. */
  readonly items: () => readonly TrueItem[]
  readonly deliveries: Pick<Deliveries, 'times' | 'wasEverSeen' | 'total'>
  /** How many requests each feed has answered since the last `forgetAnswers`, by address. */
  readonly answers: () => ReadonlyMap<string, number>
}

/** Publishers whose every item is known, and a reader's webhook that counts what is delivered. */
export interface Truth extends KnownTruth {
  readonly hosts: readonly string[]
  readonly urls: readonly string[]
  readonly webhook: string
  /** Adds items to one feed; none when all documents are full. */
  readonly publish: (chance: Chance, now: number) => number
  /** Gives one item another title. */
  readonly edit: (chance: Chance) => number
  readonly deliveries: Deliveries
  readonly forgetAnswers: () => void
  /** How many requests the feeds have answered in all. */
  readonly polls: () => number
  /** Takes the requests that feeds have answered since the last call. */
  readonly takeVisits: () => Visit[]
  readonly state: () => TruthState
  readonly close: () => Promise<void>
}

/** How many publishers there are, and how long they take. */
export interface TruthOptions {
  /** Each is a host of its own, so that two processes can store articles at the same time. */
  readonly hosts: number
  readonly feeds: number
  readonly answerMs: number
}

const FEW: TruthOptions = { hosts: 4, feeds: 8, answerMs: 0 }
/** The program reads 1,000 entries of a document. */
const MOST_ITEMS = 900
const SYLLABLES = ['ba', 'ke', 'mi', 'no', 'ru', 'ta', 'vel', 'gor', 'sin', 'dra', 'pol', 'wex']

/** Words that occur nowhere else, so that no two items are taken for one; the last can be searched for. */
function uniqueTitle(chance: Chance, last: string): string {
  const word = () => Array.from({ length: 4 }, () => chance.oneOf(SYLLABLES)).join('')
  return `${word()} ${word()} ${word()} ${word()} ${last}`
}

export async function startTruth(before: TruthState | null, options: TruthOptions = FEW): Promise<Truth> {
  const hosts = Array.from({ length: options.hosts }, (_, n) => `127.0.0.${n + 1}`)
  const feeds: TrueItem[][] = before?.feeds.map((list) => [...list]) ?? Array.from({ length: options.feeds }, () => [])
  const visits: Visit[] = []
  const deliveries = newDeliveries(before?.deliveries ?? null)
  const answered = new Map<string, number>()
  let edits = before?.edits ?? 0
  let polls = before?.polls ?? 0
  let urls: readonly string[] = []
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const feed = /^\/feed-(\d+)$/.exec(request.url ?? '')
    if (!feed) return deliveries.receive(request, response)
    const url = urls[Number(feed[1])]!
    const from = Date.now()
    response.on('finish', () => {
      polls++
      answered.set(url, (answered.get(url) ?? 0) + 1)
    })
    const answer = () => {
      // Noted before it is handed over: on a busy machine the reader may have it, and go on, before we look at the clock.
      visits.push({ host: new URL(url).hostname, path: request.url ?? '', status: 200, from, to: Date.now() })
      answerFeed(feeds[Number(feed[1])]!, request, response)
    }
    if (options.answerMs === 0) answer()
    else setTimeout(answer, options.answerMs)
  }
  const { port, close } = await listenOnAll(hosts, serve, before?.port ?? 0)
  urls = feeds.map((_, n) => `http://${hosts[n % hosts.length]}:${port}/feed-${n}`)
  return {
    hosts,
    urls,
    webhook: `http://${hosts[0]}:${port}/webhook`,
    items: () => feeds.flat(),
    publish(chance, now) {
      const open = feeds.filter((list) => list.length < MOST_ITEMS)
      if (open.length === 0) return 0
      const list = chance.oneOf(open)
      const count = chance.between(1, 4)
      for (let n = 0; n < count; n++) {
        const number = feeds.flat().length + 1
        const title = uniqueTitle(chance, `item${number}x`)
        list.unshift({ guid: `true-${number}`, title, at: now - chance.below(3_600_000) })
      }
      return count
    },
    edit(chance) {
      const list = chance.oneOf(feeds)
      if (list.length === 0) return 0
      const place = chance.below(list.length)
      edits++
      list[place] = { ...list[place]!, title: uniqueTitle(chance, `edit${edits}x`) }
      return 1
    },
    deliveries,
    answers: () => answered,
    forgetAnswers: () => answered.clear(),
    polls: () => polls,
    takeVisits: () => visits.splice(0),
    state: () => ({ port, feeds, edits, polls, deliveries: deliveries.state() }),
    close,
  }
}

/** With a validator: a store that kept the validator and lost the items would never get them again. */
function answerFeed(items: readonly TrueItem[], request: IncomingMessage, response: ServerResponse): void {
  const document = rss(items)
  const etag = `"${createHash('sha256').update(document).digest('hex')}"`
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, { 'content-type': 'application/rss+xml', etag }).end(document)
}

/** The same server on every host, at one port. */
async function listenOnAll(
  hosts: readonly string[],
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  wanted: number,
) {
  const servers = hosts.map(() => createServer(serve))
  let port = wanted
  for (const [n, server] of servers.entries()) {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, hosts[n], resolve))
    port = (server.address() as AddressInfo).port
  }
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return { port, close }
}
