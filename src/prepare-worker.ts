import { parentPort } from 'node:worker_threads'
import { packPrepared } from './app/packed-entries.ts'
import { type PrepareRequest, prepareInFull } from './core/prepare.ts'
import { lowerParsingPriority } from './io/system/thread-priority.ts'

/* Entry point of the worker thread that parses documents: a hostile document can only block or exhaust this thread. */

lowerParsingPriority()

let before = Promise.resolve()

parentPort?.on('message', (request: PrepareRequest) => {
  before = before.then(async () => {
    const { prepared, moved } = packPrepared(await prepareInFull(request))
    parentPort?.postMessage(prepared, moved)
  })
})
