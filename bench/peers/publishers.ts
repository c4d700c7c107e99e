import { createServer, type Socket } from 'node:net'
import { newsOf } from './made-up-news.ts'

/* Ten thousand publishers in a process of their own: every address of 127.0.0.0/8 is one, told apart by the Host header.
   Speaks just enough HTTP to cost little beside those who are measured. Run by fork; sends its port to the parent. With the argument
   `lazy` a document is made when it is sent, not when it is first asked for. */

/** Made at the first request; the bare requests are measured before any reader, so that no reader waits for them. */
const documents = new Map<string, string>()

/** So many entries has the document at `/long`; a host has only one document. */
const LONG = 1_000

const IS_LAZY = process.argv[2] === 'lazy'

function makeDocument(host: string, isLong: boolean): string {
  const body = documents.get(host) ?? newsOf(host, isLong ? LONG : undefined)
  if (!IS_LAZY) documents.set(host, body)
  return body
}

function answer(request: string): string {
  const host = /\r\nhost: *([^\r]+)/i.exec(request)?.[1] ?? ''
  const isLong = request.startsWith('GET /long ')
  const etag = `"${host}-1"`
  if (!IS_LAZY) makeDocument(host, isLong)
  if (request.includes(`\r\nif-none-match: ${etag}`) || request.includes(`\r\nIf-None-Match: ${etag}`))
    return `HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\nContent-Length: 0\r\n\r\n`
  const body = makeDocument(host, isLong)
  return `HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml; charset=utf-8\r\nETag: ${etag}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function serveSocket(socket: Socket): void {
  let received = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    received += data
    for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
      socket.write(answer(received.slice(0, end + 2)))
      received = received.slice(end + 4)
    }
  })
}

const server = createServer(serveSocket)
server.listen({ host: '0.0.0.0', port: 0, backlog: 4096 }, () => {
  process.send?.((server.address() as { port: number }).port)
})
process.on('disconnect', () => process.exit(0))
