import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rss } from '../publisher/documents.ts'
import type { Chance } from './chance.ts'

/** What a run must remember to go on later. */
export interface TruthState {
  readonly port: number
  /** For each feed the items it has published, the newest first. */
  readonly feeds: readonly (readonly TrueItem[])[]
}

export interface TrueItem {
  readonly guid: string
  readonly title: string
  readonly at: number
}

/** Publishers whose every item is known, and a reader's webhook that counts what is delivered. */
export interface Truth {
  readonly urls: readonly string[]
  readonly webhook: string
  readonly items: () => readonly TrueItem[]
  readonly publish: (chance: Chance, now: number) => number
  /** How often each digest was delivered since the last call of `forgetDeliveries`. */
  readonly deliveries: () => ReadonlyMap<string, number>
  readonly forgetDeliveries: () => void
  readonly state: () => TruthState
  readonly close: () => Promise<void>
}

const SYLLABLES = ['ba', 'ke', 'mi', 'no', 'ru', 'ta', 'vel', 'gor', 'sin', 'dra', 'pol', 'wex']

/** Words that occur nowhere else, so that no two items are taken for one. */
function uniqueTitle(chance: Chance, n: number): string {
  const word = () => Array.from({ length: 4 }, () => chance.oneOf(SYLLABLES)).join('')
  return `${word()} ${word()} ${word()} ${word()} item${n}x`
}

export async function startTruth(feedCount: number, before: TruthState | null): Promise<Truth> {
  const feeds: TrueItem[][] = before?.feeds.map((list) => [...list]) ?? Array.from({ length: feedCount }, () => [])
  const delivered = new Map<string, number>()
  let published = feeds.flat().length
  const server: Server = createServer((request, response) => {
    const feed = /^\/feed-(\d+)$/.exec(request.url ?? '')
    if (feed) {
      response.writeHead(200, { 'content-type': 'application/rss+xml' })
      response.end(rss(feeds[Number(feed[1])]!))
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (data) => (body += data))
    request.on('end', () => {
      const { type, localDate } = JSON.parse(body).digest ?? JSON.parse(body)
      const name = `${type} ${localDate}`
      delivered.set(name, (delivered.get(name) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(before?.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    urls: feeds.map((_, n) => `${origin}/feed-${n}`),
    webhook: `${origin}/webhook`,
    items: () => feeds.flat(),
    publish(chance, now) {
      const count = chance.between(1, 4)
      const list = chance.oneOf(feeds)
      for (let n = 0; n < count; n++) {
        published++
        list.unshift({
          guid: `true-${published}`,
          title: uniqueTitle(chance, published),
          at: now - chance.below(3_600_000),
        })
      }
      return count
    },
    deliveries: () => delivered,
    forgetDeliveries: () => delivered.clear(),
    state: () => ({ port, feeds }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
