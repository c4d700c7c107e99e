import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/* Runs in a thread of its own, whose priority it changes. */

const MODULE = new URL('./thread-priority.ts', import.meta.url).href
const PROGRAM = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(MODULE)}, ${JSON.stringify(import.meta.url)}))
  .then(({ lowerEnginePriority }) => { lowerEnginePriority(); require('node:worker_threads').parentPort.postMessage('done') })`

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

const HOLDING = `import { getPriority } from 'node:os'
import { lowerEnginePriority } from ${JSON.stringify(MODULE)}
const seen = [getPriority(0)]
const onHold = lowerEnginePriority()
seen.push(getPriority(0))
for (const stage of ['short', 'long', 'none']) {
  onHold(stage)
  seen.push(getPriority(0))
}
console.log(JSON.stringify(seen))`

test.runIf(process.platform === 'linux')(
  'a thread that holds the lock has a higher priority, and its former one in the end, where it may',
  () => {
    const args = ['--import', 'tsx', '--input-type=module', '-e', HOLDING]
    const seen: number[] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    const lowerBy = (by: number) => Math.min(19, seen[0]! + by)
    // Only root, or whoever has the limit for it, may raise a priority.
    expect([[0, 5, 0, -10, 5].map(lowerBy), [0, 5, 5, 5, 5].map(lowerBy)]).toContainEqual(seen)
  },
)

const HELPERS = `import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { lowerHelperPriority } from ${JSON.stringify(MODULE)}
const before = getPriority()
lowerHelperPriority()
const others = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid)
console.log(JSON.stringify([getPriority() - before, [...new Set(others.map((thread) => getPriority(thread) - before))]]))`

test.runIf(process.platform === 'linux')('lowers the helpers of V8 and not the main thread', () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', HELPERS]
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual([0, [5]])
})
