import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { rss, someItems } from './documents.ts'

/** One request as a publisher saw it, from its arrival to the end of its answer. */
export interface Visit {
  readonly host: string
  readonly path: string
  readonly status: number
  readonly from: number
  readonly to: number
}

/** Many publishers behind one door: every address of 127.0.0.0/8 is a host of its own. */
export interface ManyHosts {
  /** Addresses of feeds, spread over the hosts in turn. */
  readonly urls: readonly string[]
  readonly visits: readonly Visit[]
  /** The guids that the feed at an address has. */
  readonly guidsOf: (url: string) => readonly string[]
  readonly close: () => Promise<void>
}

export interface ManyHostsOptions {
  readonly hosts: number
  readonly feedsAHost: number
  readonly items: number
  /** How long each answer takes. */
  readonly answerMs: number
}

const NEWEST = Date.UTC(2026, 10, 14)

/** Publishers that do it right: an ETag for each document, and 304 for it. */
export async function startManyHosts({ hosts, feedsAHost, items, answerMs }: ManyHostsOptions): Promise<ManyHosts> {
  const visits: Visit[] = []
  const sockets = new Set<Socket>()
  const plain = someItems(items, NEWEST)
  const document = rss(plain)

  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    const path = request.url ?? '/'
    const from = Date.now()
    const etag = `"${host}${path}"`
    const status = request.headers['if-none-match'] === etag ? 304 : 200
    setTimeout(() => {
      response.writeHead(status, { etag, 'content-type': 'application/rss+xml' })
      const body = status === 304 ? '' : document.replaceAll('item-', `${keyOf(host, path)}-`)
      // Noted before it is handed over: on a busy machine the reader may have it, and go on, before we look at the clock.
      visits.push({ host, path, status, from, to: Date.now() })
      response.end(body)
    }, answerMs)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  const address = (n: number) => `127.0.${1 + (n >> 8)}.${n & 255}:${port}`

  return {
    urls: Array.from({ length: hosts * feedsAHost }, (_, n) => `http://${address(n % hosts)}/${Math.floor(n / hosts)}`),
    visits,
    guidsOf: (url) => {
      const { host, pathname } = new URL(url)
      return plain.map(({ guid }) => guid.replace('item-', `${keyOf(host, pathname)}-`))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const keyOf = (host: string, path: string) => `${host}${path}`.replace(/\W/g, 'x')

/** What nobody who is polite does: asks a host while it answers, or sooner than the pause after. */
export function rudeVisits(visits: readonly Visit[], pauseMs: number): string[] {
  const byHost = new Map<string, Visit[]>()
  for (const visit of visits) byHost.set(visit.host, [...(byHost.get(visit.host) ?? []), visit])
  return [...byHost.values()].flatMap((list) => {
    const ordered = list.toSorted((a, b) => a.from - b.from)
    return ordered.flatMap((visit, n) => {
      const gap = n === 0 ? pauseMs : visit.from - ordered[n - 1]!.to
      return gap >= pauseMs ? [] : [`${visit.host}${visit.path}: ${gap} ms after the last answer`]
    })
  })
}
