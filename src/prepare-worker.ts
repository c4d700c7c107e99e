import { parentPort } from 'node:worker_threads'
import { type PrepareRequest, prepareInFull, withPrintsTogether } from './core/prepare.ts'

/* The thread in which documents are read: what a hostile one costs, it costs here. */

let before = Promise.resolve()

parentPort?.on('message', (request: PrepareRequest) => {
  before = before.then(async () => {
    const { prepared, piece } = withPrintsTogether(await prepareInFull(request))
    parentPort?.postMessage(prepared, [piece])
  })
})
