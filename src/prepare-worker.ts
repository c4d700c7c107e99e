import { parentPort } from 'node:worker_threads'
import { type PrepareRequest, prepareInFull } from './core/prepare.ts'

/* The thread in which documents are read: what a hostile one costs, it costs here. */

let before = Promise.resolve()

parentPort?.on('message', (request: PrepareRequest) => {
  before = before.then(async () => parentPort?.postMessage(await prepareInFull(request)))
})
