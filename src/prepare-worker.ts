import { parentPort, workerData } from 'node:worker_threads'
import { packPrepared } from './app/packed-entries.ts'
import { type PrepareRequest, prepareInFull } from './core/prepare.ts'
import type { PrepareThreadData } from './io/system/prepare-threads.ts'
import { lowerParsingPriority } from './io/system/thread-priority.ts'

/* Entry point of the worker thread that parses documents: a hostile document can only block or exhaust this thread. */

if ((workerData as PrepareThreadData).runsLast) lowerParsingPriority()

let before = Promise.resolve()

parentPort?.on('message', (request: PrepareRequest) => {
  before = before.then(async () => {
    const { prepared, moved } = packPrepared(await prepareInFull(request))
    parentPort?.postMessage(prepared, moved)
  })
})
