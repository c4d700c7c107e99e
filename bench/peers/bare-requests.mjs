import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'

/* What a pass costs Node alone: conditional requests for all addresses of the file `urls`, sixty-four at once, whose answers are read and
   thrown away. Run in a folder of its own, where it keeps the validators. */

const AT_ONCE = 64

const urls = readFileSync('urls', 'utf8').trim().split('\n')
let etags = {}
try {
  etags = JSON.parse(readFileSync('etags.json', 'utf8'))
} catch {}

const request = (url) =>
  new Promise((resolve, reject) => {
    const headers = etags[url] === undefined ? {} : { 'if-none-match': etags[url] }
    get(url, { headers }, (answer) => {
      etags[url] = answer.headers.etag
      answer.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })

const left = [...urls]
async function work() {
  for (let url = left.pop(); url !== undefined; url = left.pop()) await request(url)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
writeFileSync('etags.json', JSON.stringify(etags))
