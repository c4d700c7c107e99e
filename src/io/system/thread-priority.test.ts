import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/* Runs in a thread of its own, whose priority it changes. */

const MODULE = new URL('./thread-priority.ts', import.meta.url).href
const PROGRAM = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(MODULE)}, ${JSON.stringify(import.meta.url)}))
  .then(({ lowerThreadPriority }) => { lowerThreadPriority(); require('node:worker_threads').parentPort.postMessage('done') })`

/** The nice values of this process's threads, where Linux has them. */
const niceValues = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(process.platform === 'linux')('lowers the priority of one thread and of no other', async () => {
  const before = niceValues()
  const worker = new Worker(PROGRAM, { eval: true })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const lower = niceValues().filter((nice) => nice > Math.max(...before))
  await worker.terminate()
  expect(lower).toHaveLength(1)
})
