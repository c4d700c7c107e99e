import { expect, test } from 'vitest'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { toErrorRecord } from './error-record.ts'
import type { FromEngine, FromWeb, HalfStart, ToEngine, ToWeb } from './halves.ts'
import { type HalvesDeps, runHalves, type ServeListener } from './run-halves.ts'

const start = { listenAt: '127.0.0.1:0' } as HalfStart
const silent = new Proxy({}, { get: () => () => {} }) as ServeListener
const REPLACED = toErrorRecord(new StoreTrouble('replaced', 'the database was restored'))

/** Halves that open, and end when they are told; the engine with an error. */
function halves(stop: AbortSignal, error: ReturnType<typeof toErrorRecord> | null): HalvesDeps {
  const half = <In extends { readonly kind: string }, Out>(opens: Out, ends: Out) => {
    return (_: HalfStart, onMessage: (message: Out) => void) => {
      let exit: (reason: string | null) => void = () => {}
      const exited = new Promise<string | null>((resolve) => {
        exit = resolve
      })
      queueMicrotask(() => onMessage(opens))
      const post = ({ kind }: In) => {
        if (kind !== 'stop') return
        onMessage(ends)
        exit(null)
      }
      return { post, exited, kill: async () => {} }
    }
  }
  return {
    startEngine: half<ToEngine, FromEngine>(
      { kind: 'ready', feeds: 1, inDoubt: [] },
      { kind: 'ended', error, holds: [] },
    ),
    startWeb: half<ToWeb, FromWeb>(
      { kind: 'listening', url: 'http://127.0.0.1:1/', at: '127.0.0.1:1', needsSetup: false },
      { kind: 'ended', error: null, delay: { p99Ms: 0, longestMs: 0 } },
    ),
    now: () => 0,
    sleep: async () => {},
    stop,
  }
}

test('who was asked to stop does not start over, though the database was replaced meanwhile', async () => {
  const stop = new AbortController()
  const running = runHalves(start, halves(stop.signal, REPLACED), silent)
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  await expect(running).resolves.toBeUndefined()
})

test('a trouble that somebody has to mend is told also to who was asked to stop', async () => {
  const stop = new AbortController()
  const lasting = toErrorRecord(new StoreTrouble('lasting', 'the disk is damaged'))
  const running = runHalves(start, halves(stop.signal, lasting), silent)
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  await expect(running).rejects.toThrow('the disk is damaged')
})
