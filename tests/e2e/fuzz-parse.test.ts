import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { root, sharedFolder } from '../support/shared-folder.ts'
import { volume } from '../support/volume.ts'

/* Bytes to prepared articles over damaged and hostile documents: no exception, nothing active in a body, no document
   that takes longer than the deadline, no memory beyond the bound. The thread is stopped when one of them is broken. */

const SEED = 20261115
/** For one document, of processor time; a thousand times what an ordinary one takes. */
const DEADLINE_MS = 5000
const LOOK_MS = 500
/** Ordinary documents, damaged: the heap of the thread that reads them. */
const HEAP_MB = 192
/** Documents of 50 MB: twelve times their size, since text takes two bytes a character and the last document is still there. */
const MONSTER_HEAP_MB = 600
const MB = 1_000_000

/** So many mutated documents, or the monsters of a size: all, or one by name. */
type Job = { readonly mutated: number } | { readonly monsterSize: number; readonly only?: string }

interface Report {
  readonly documents: number
  readonly seconds: number
  readonly total: number
  readonly slowest: { readonly ms: number; readonly number: number; readonly how: string; readonly bytes: number }
  readonly peakRss: number
  readonly faults: readonly { readonly number: number; readonly how: string; readonly fault: string }[]
}

function originals(): string[] {
  const real = sharedFolder('corpora', 'feeds-real', 'raw')
  const own = join(root, 'tests', 'fixtures', 'feeds')
  const ours = readdirSync(own).map((name) => join(own, name))
  if (real === null) return ours
  // Damage is found sooner in small documents, so ours come thirty times as often as theirs.
  const theirs = readdirSync(real).map((name) => join(real, name))
  return [...Array.from({ length: Math.ceil((30 * theirs.length) / ours.length) }, () => ours).flat(), ...theirs]
}

async function fuzz(job: Job, heapMb: number): Promise<Report> {
  const progress = new SharedArrayBuffer(8)
  const worker = new Worker(new URL('../fuzz/fuzz-worker.mjs', import.meta.url), {
    workerData: { ...job, seed: SEED, files: originals(), progress },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const [current, done] = [
    () => Atomics.load(new Int32Array(progress), 0),
    () => Atomics.load(new Int32Array(progress), 1),
  ]
  return new Promise<Report>((resolve, reject) => {
    let [seen, since, looks] = [-1, process.cpuUsage(), 0]
    const watch = setInterval(() => {
      looks++
      if (done() !== seen) [seen, since, looks] = [done(), process.cpuUsage(), 0]
      // A machine that was put to sleep charges the pause to whoever ran: it is long by the clock, but looked at once.
      else if (looks * LOOK_MS > DEADLINE_MS && process.cpuUsage(since).user / 1000 > 4 * DEADLINE_MS)
        stop(new Error(`document ${current()} does not end`))
    }, LOOK_MS)
    const stop = (error: Error) => {
      clearInterval(watch)
      void worker.terminate()
      reject(error)
    }
    worker.once('error', (cause) => stop(new Error(`document ${current()}: ${cause.message}`, { cause })))
    worker.once('message', (report: Report) => {
      clearInterval(watch)
      resolve(report)
    })
  })
}

function say(what: string, { documents, seconds, total, slowest, peakRss }: Report): void {
  process.stderr.write(
    `${what}: ${documents} documents, ${(total / MB).toFixed(0)} MB, ${seconds.toFixed(0)} s, seed ${SEED}; slowest ` +
      `${slowest.ms.toFixed(0)} ms (${slowest.number}: ${slowest.how}, ${slowest.bytes} bytes); peak memory of the ` +
      `process ${(peakRss / MB).toFixed(0)} MB\n`,
  )
}

test('damaged feeds are read or refused, never thrown at, each within the deadline', async () => {
  const report = await fuzz({ mutated: volume(4_000, 1_000_000) }, HEAP_MB)
  say('mutated', report)
  expect(report.documents).toBeGreaterThan(0)
  expect(report.faults).toEqual([])
  expect(report.slowest.ms).toBeLessThan(DEADLINE_MS)
})

test('documents made to exhaust their reader do not', async () => {
  const monsterSize = volume(2 * MB, 50 * MB)
  const report = await fuzz({ monsterSize }, MONSTER_HEAP_MB)
  say(`monsters of ${monsterSize / MB} MB`, report)
  expect(report.documents).toBeGreaterThan(0)
  expect(report.faults).toEqual([])
  expect(report.slowest.ms).toBeLessThan(DEADLINE_MS)
})

test('fifty megabytes of one tag are read within the deadline', async () => {
  const report = await fuzz({ monsterSize: 50 * MB, only: 'one tag: item' }, MONSTER_HEAP_MB)
  say('50 MB of one tag', report)
  expect(report.documents).toBeGreaterThan(0)
  expect(report.faults).toEqual([])
  expect(report.slowest.ms).toBeLessThan(DEADLINE_MS)
})
