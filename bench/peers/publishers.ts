import { createServer, type Socket } from 'node:net'
import { newsOf } from './made-up-news.ts'

/* Ten thousand publishers in a process of their own: every address of 127.0.0.0/8 is one, told apart by the Host header.
   Speaks just enough HTTP to cost little beside those who are measured. Run by fork; sends its port to the parent. */

/** Made when first asked for; the bare requests come before any reader, so that none waits for what the next finds ready. */
const documents = new Map<string, string>()

function answer(request: string): string {
  const host = /\r\nhost: *([^\r]+)/i.exec(request)?.[1] ?? ''
  const etag = `"${host}-1"`
  const body = documents.get(host) ?? newsOf(host)
  documents.set(host, body)
  if (request.includes(`\r\nif-none-match: ${etag}`) || request.includes(`\r\nIf-None-Match: ${etag}`))
    return `HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\nContent-Length: 0\r\n\r\n`
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
