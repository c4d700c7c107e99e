import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** Serves the documents that a folder's manifest names, from loopback at a given port; `urls` in the manifest's order. */
export async function serveFeeds(folder, port) {
  const manifest = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
  const files = manifest.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).file]))
  const known = new Set(files)
  const server = createServer((request, response) => {
    const file = decodeURIComponent(request.url.slice(1))
    if (!known.has(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.endsWith('.json') ? 'application/json' : 'application/xml' })
    response.end(readFileSync(join(folder, file)))
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    urls: files.map((file) => `http://127.0.0.1:${port}/${file}`),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
