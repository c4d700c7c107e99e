import { availableParallelism } from 'node:os'
import type { NotAFeed } from '../../core/domain/feed-document.ts'
import type { ReadPage, RefusedPage } from '../../core/domain/full-text.ts'
import type { WaitingFeed } from '../../core/domain/prepared.ts'
import { threadPool } from './thread-pool.ts'

/** Parsing takes milliseconds; a document that takes this much time or memory is an attack or a bug. */
const DEADLINE_MS = 20_000
const MEMORY_MB = 256
const YOUNG_MB = 12
/** A thread holds some 70 MB, most of it tables of languages; starting one takes a fifth of a second of processor time. */
const IDLE_MS = 30_000

/** More would wait for the thread that decides and stores. */
const MOST_THREADS = 3

/** What a thread is given at its start. */
export interface PrepareThreadData {
  /** Whether it runs after all other threads when there are too few processors: those of a server wait for nobody. */
  readonly runsLast: boolean
}

/**
 * Prepares documents in worker threads: in one where requests are answered meanwhile, else in as many as there are processors besides that of the
 * thread that stores. A document that is too expensive counts as unreadable and does not end the process.
 */
export function prepareThreads<Request>(module: URL, data: PrepareThreadData) {
  const limits = { deadlineMs: DEADLINE_MS, memoryMb: MEMORY_MB, youngMb: YOUNG_MB, idleMs: IDLE_MS }
  const threads = data.runsLast ? 1 : Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1))
  const pool = threadPool<Request, WaitingFeed | NotAFeed>({ module, data, threads, ...limits })
  return {
    close: pool.close,
    endIdle: pool.endIdle,
    prepare: async (request: Request): Promise<WaitingFeed | NotAFeed> => {
      const ran = await pool.run(request)
      if (ran.kind === 'done') return ran.answer
      if (ran.kind === 'crashed') throw ran.error
      return unreadable(
        ran.kind === 'deadline' ? `it took longer than ${DEADLINE_MS / 1000} s` : `it needed more than ${MEMORY_MB} MB`,
      )
    },
  }
}

function unreadable(why: string): NotAFeed {
  const warning = { code: 'too-costly', message: `the document could not be read: ${why}`, at: null }
  return { kind: 'notAFeed', looksLike: 'unknown', encoding: { name: 'utf-8', reason: 'utf-8' }, warnings: [warning] }
}

/** Reading a page takes tens of milliseconds. */
const PAGE_DEADLINE_MS = 10_000

/** Reads web pages in a thread of their own: one that is too expensive delays no feed, and counts as unreadable. */
export function pageThreads<Request>(module: URL) {
  const limits = { deadlineMs: PAGE_DEADLINE_MS, memoryMb: MEMORY_MB, youngMb: YOUNG_MB, idleMs: IDLE_MS }
  const pool = threadPool<Request, ReadPage>({ module, threads: 1, ...limits })
  return {
    close: pool.close,
    read: async (request: Request): Promise<ReadPage> => {
      const ran = await pool.run(request)
      return ran.kind === 'done' ? ran.answer : TOO_COSTLY
    },
  }
}

const TOO_COSTLY: RefusedPage = {
  kind: 'refused',
  problem: 'tooComplex',
  message: 'the page takes too long to read, or too much memory',
}
