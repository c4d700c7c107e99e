import { parentPort } from 'node:worker_threads'
import { type PrepareRequest, prepareInFull } from './core/prepare.ts'

/* The thread in which documents are read: what a hostile one costs, it costs here. */

parentPort?.on('message', async (request: PrepareRequest) => {
  parentPort?.postMessage(await prepareInFull(request))
})
