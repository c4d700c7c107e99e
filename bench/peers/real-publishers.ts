import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { realDocuments } from './real-documents.ts'

/* The publishers of real documents, in a process of their own: the document n is at the address 127.2.x.y, told apart by
   the Host header. Run by fork with the folder of the corpus; sends its port and how many there are to the parent. An
   hour passes when the parent says `hour`, and is taken back when it says `earlier`. */

const documents = realDocuments(process.argv[2]!)
let hour = false

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, high, low] = /^127\.2\.(\d+)\.(\d+)/.exec(request.headers.host ?? '') ?? []
  const n = Number(high) * 256 + Number(low)
  const document = documents[n]
  if (document === undefined) return void response.writeHead(404).end()
  const isNew = hour && document.added > 0
  const etag = `"${n}-${isNew ? 2 : 1}"`
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  const body = isNew ? document.now : document.earlier
  response.writeHead(200, { etag, 'content-type': document.type, 'content-length': body.length }).end(body)
}

const server = createServer(answer)
server.listen({ host: '0.0.0.0', port: 0, backlog: 4096 }, () => {
  const added = documents.reduce((sum, document) => sum + document.added, 0)
  const bringing = documents.filter((document) => document.added > 0).length
  const bytes = documents.reduce((sum, document) => sum + document.earlier.length, 0)
  const { port } = server.address() as { port: number }
  process.send?.({ port, count: documents.length, bytes, added, bringing })
})
process.on('message', (message) => {
  hour = message === 'hour'
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))
