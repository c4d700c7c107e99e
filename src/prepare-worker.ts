import { parentPort } from 'node:worker_threads'
import { type PrepareRequest, prepareInFull, withPrintsTogether } from './core/prepare.ts'
import { lowerParsingPriority } from './io/system/thread-priority.ts'

/* Entry point of the worker thread that parses documents: a hostile document can only block or exhaust this thread. */

lowerParsingPriority()

let before = Promise.resolve()

parentPort?.on('message', (request: PrepareRequest) => {
  before = before.then(async () => {
    const { prepared, piece } = withPrintsTogether(await prepareInFull(request))
    parentPort?.postMessage(prepared, [piece])
  })
})
