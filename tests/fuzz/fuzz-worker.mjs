import { readFileSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { monsters } from './monsters.mjs'
import { mutated } from './mutated.mjs'

/* Reads one document after another with the built program, in a thread that can be stopped: its first shared number is
   the document being read, the second counts up when one is done. */

const { prepare } = await import(new URL('../../dist/core/prepare.js', import.meta.url).href)
const { files, seed, monsterSize, only } = workerData
const progress = new Int32Array(workerData.progress)
/** @type {Uint8Array[]} */
const originals = files.map((/** @type {string} */ file) => new Uint8Array(readFileSync(file)))

const source = { url: 'https://a.example/rss', tab: 'en', category: null, name: null, language: null, maxItems: 50 }
const activeElement = /<(?:script|style|iframe|object|embed|form|svg|math|link|meta|base)\b/i

/** What is wrong with the reading of a document; null when nothing is. */
function faultIn(/** @type {Uint8Array} */ bytes, /** @type {boolean} */ thorough) {
  const fetched = { body: bytes, contentType: null, headers: {}, url: 'https://a.example/rss' }
  const prepared = prepare({ fetched, feed: 1, source, known: new Uint8Array(), now: 1_800_000_000_000 }, null)
  if (prepared.kind === 'notAFeed') return null
  for (const { article } of prepared.entries) if (activeElement.test(article.body ?? '')) return 'active markup'
  if (prepared.warnings.length > 1000) return 'warnings without end'
  if (thorough && JSON.stringify(prepared.entries).length > bytes.length * 40 + 100_000) return 'it grew'
  return null
}

const SUSPICIOUS_MS = 3000
/** @type {{ number: number, how: string, fault: string }[]} */
const faults = []
let slowest = { ms: 0, number: 0, how: '', bytes: 0 }
let total = 0
let peakRss = 0

/** What reading a document took: on a busy machine it waits longer than it is worked on. */
function timed(/** @type {() => void} */ work) {
  const started = performance.now()
  const used = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(used)
  return Math.min(performance.now() - started, (user + system) / 1000)
}

function read(/** @type {number} */ number, /** @type {string} */ how, /** @type {Uint8Array} */ bytes) {
  Atomics.store(progress, 0, number)
  let ms = timed(() => {
    try {
      const fault = faultIn(bytes, number % 16 === 0)
      if (fault !== null) faults.push({ number, how, fault })
    } catch (error) {
      faults.push({ number, how, fault: String(/** @type {Error} */ (error).stack).slice(0, 400) })
    }
  })
  // A machine put to sleep charges the pause to whoever ran; a document that is slow is slow again.
  if (ms > SUSPICIOUS_MS && faults.length === 0)
    ms = Math.min(
      ms,
      timed(() => void faultIn(bytes, false)),
    )
  if (ms > slowest.ms) slowest = { ms, number, how, bytes: bytes.length }
  total += bytes.length
  Atomics.add(progress, 1, 1)
}

/** @returns {Generator<{ how: string, bytes: Uint8Array }>} */
function* documents() {
  for (let number = 0; number < (workerData.mutated ?? 0); number++) yield mutated(number, seed, originals)
  if (monsterSize === undefined) return
  for (const { name, bytes } of monsters) if ((only ?? name) === name) yield { how: name, bytes: bytes(monsterSize) }
}

const started = performance.now()
let number = 0
for (const { how, bytes } of documents()) {
  read(number, how, bytes)
  if (number % 64 === 0 || monsterSize !== undefined) peakRss = Math.max(peakRss, process.memoryUsage().rss)
  number++
  if (number % 100_000 === 0) writeSync(2, `${number} documents, ${Math.round(performance.now() - started)} ms\n`)
  if (faults.length >= 10) break
}
const seconds = (performance.now() - started) / 1000
parentPort?.postMessage({ documents: number, seconds, total, slowest, peakRss, faults })
