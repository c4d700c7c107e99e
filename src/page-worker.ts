import { parentPort } from 'node:worker_threads'
import type { PageRequest } from './core/domain/full-text.ts'
import { preparePage } from './core/prepare-page.ts'
import { lowerParsingPriority } from './io/system/thread-priority.ts'

/* Entry point of the worker thread that reads web pages: a hostile page can only block or exhaust this thread. */

lowerParsingPriority()

parentPort?.on('message', (request: PageRequest) => {
  parentPort?.postMessage(preparePage(request))
})
