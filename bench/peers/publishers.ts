import { createServer, type Socket } from 'node:net'
import { EPOCH0 } from '../../src/core/similar/epoch0-data.ts'

/* Ten thousand publishers in a process of their own: every address of 127.0.0.0/8 is one, told apart by the Host header.
   Speaks just enough HTTP to cost little beside those who are measured. What they write has the make of news: English
   words as often as they are used, names of the story's own, eighteen items nobody else has and two that others carry. Run by fork;
   sends its port to the parent. */

const ITEMS = 20
const SHARED = 2
/** How many wire stories there are to be carried. */
const WIRE = 500
const NEWEST = Date.UTC(2026, 10, 14, 12)
const SYLLABLES = 'ba co di fe gu ha jo ka li mo nu pe ra si to ve wi ya zo an er in or un est'.split(' ')

function mix(n: number): number {
  let h = Math.imul(n ^ (n >>> 16), 0x45d9f3b)
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b)
  return (h ^ (h >>> 16)) >>> 0
}

/** A name nobody knows. */
function name(seed: number): string {
  let state = mix(seed + 1)
  let text = ''
  for (let left = 3; left > 0; left--) {
    state = mix(state + left)
    text += SYLLABLES[state % SYLLABLES.length]!
  }
  return text
}

/** English words as often as our background counted them, with the sum of the counts up to each. */
const VOCABULARY = EPOCH0.find(([language]) => language === 'en')![2]
  .split('|')
  .flatMap((group) => {
    const [frequency, ...terms] = group.split(' ')
    return terms.filter((term) => /^[a-z]{2,}$/.test(term)).map((term) => ({ term, frequency: Number(frequency) }))
  })
const SUMS = Float64Array.from(VOCABULARY, () => 0)
let total = 0
VOCABULARY.forEach(({ frequency }, i) => {
  total += frequency
  SUMS[i] = total
})

function commonWord(share: number): string {
  let [low, high] = [0, SUMS.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (SUMS[middle]! < share * total) low = middle + 1
    else high = middle
  }
  return VOCABULARY[low]!.term
}

/** So many words, every sixth a name of the story's own; the same for the same seed. */
function words(seed: number, count: number): string {
  let state = mix(seed)
  return Array.from({ length: count }, () => {
    state = mix(state + 0x9e3779b9)
    return state % 6 === 0 ? name((seed >>> 2) * 8 + (state % 8)) : commonWord(state / 2 ** 32)
  }).join(' ')
}

const text = (seed: number) => `<p>${words(seed, 40)}.</p><p>${words(seed + 1, 40)}.</p>`

function item(host: string, seed: number, n: number): string {
  const title = words(seed + 2, 9)
  const link = `http://${host}/articles/${n}`
  const body = `${text(seed)}<p><a href="${link}">Read on</a></p>`.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<item><guid isPermaLink="true">${link}</guid><title>${title}</title><link>${link}</link><pubDate>${new Date(NEWEST - n * 3_600_000).toUTCString()}</pubDate><author>desk@${host} (The desk)</author><category>${words(seed + 3, 1)}</category><description>${body}</description></item>`
}

function documentOf(host: string): string {
  const own = mix([...host].reduce((sum, char) => Math.imul(sum, 31) + char.charCodeAt(0), 7))
  const items = Array.from({ length: ITEMS }, (_, n) =>
    item(host, n < SHARED ? 4 * (mix(own + n) % WIRE) : 4 * (WIRE + mix(own + n)), n),
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>News of ${host}</title><link>http://${host}/</link><description>All of it</description><language>en</language>\n${items.join('\n')}</channel></rss>\n`
}

/** Made when first asked for, so that a second reader of the same run finds it ready. */
const documents = new Map<string, string>()

function answer(request: string): string {
  const host = /\r\nhost: *([^\r]+)/i.exec(request)?.[1] ?? ''
  const etag = `"${host}-1"`
  if (request.includes(`\r\nif-none-match: ${etag}`) || request.includes(`\r\nIf-None-Match: ${etag}`))
    return `HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\nContent-Length: 0\r\n\r\n`
  const body = documents.get(host) ?? documentOf(host)
  documents.set(host, body)
  return `HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml; charset=utf-8\r\nETag: ${etag}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function converse(socket: Socket): void {
  let heard = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    heard += data
    for (let end = heard.indexOf('\r\n\r\n'); end !== -1; end = heard.indexOf('\r\n\r\n')) {
      socket.write(answer(heard.slice(0, end + 2)))
      heard = heard.slice(end + 4)
    }
  })
}

const server = createServer(converse)
server.listen({ host: '0.0.0.0', port: 0, backlog: 4096 }, () => {
  process.send?.((server.address() as { port: number }).port)
})
process.on('disconnect', () => process.exit(0))
