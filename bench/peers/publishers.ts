import { createServer, type Socket } from 'node:net'

/* Ten thousand publishers in a process of their own: every address of 127.0.0.0/8 is one, told apart by the Host header.
   Speaks just enough HTTP to cost little beside those who are measured. Run by fork; sends its port to the parent. */

const ITEMS = 20
const NEWEST = Date.UTC(2026, 10, 14, 12)
const WORDS =
  'harbour bridge council vote budget school river museum strike election harvest storm engine court village'.split(' ')

const word = (n: number) => WORDS[n % WORDS.length]!

function item(host: string, n: number): string {
  const title = `${word(n)} ${word(n * 7 + 3)} ${word(n * 3 + 1)} report ${n} from ${host}`
  const text = Array.from({ length: 60 }, (_, i) => word(i * (n + 2) + n)).join(' ')
  const link = `http://${host}/articles/${n}`
  return `<item><guid isPermaLink="true">${link}</guid><title>${title}</title><link>${link}</link><pubDate>${new Date(NEWEST - n * 3_600_000).toUTCString()}</pubDate><author>desk@${host} (The desk)</author><category>${word(n)}</category><description>&lt;p&gt;${text}&lt;/p&gt;&lt;p&gt;&lt;a href="${link}"&gt;Read on&lt;/a&gt;&lt;/p&gt;</description></item>`
}

/** The document is made once with a mark where the host stands; each host has another length. */
const MARK = 'HOSTMARK'
const channel = `<title>News of ${MARK}</title><link>http://${MARK}/</link><description>All of it</description><language>en</language>`
const items = Array.from({ length: ITEMS }, (_, n) => item(MARK, n)).join('\n')
const pattern = `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>${channel}\n${items}</channel></rss>\n`

function answer(request: string): string {
  const host = /\r\nhost: *([^\r]+)/i.exec(request)?.[1] ?? ''
  const etag = `"${host}-1"`
  if (request.includes(`\r\nif-none-match: ${etag}`) || request.includes(`\r\nIf-None-Match: ${etag}`))
    return `HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\nContent-Length: 0\r\n\r\n`
  const body = pattern.replaceAll(MARK, host)
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
