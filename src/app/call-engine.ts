import { StoreTrouble } from '../core/domain/store-trouble.ts'
import type { CallEngine, EngineAnswer, EngineCall } from './engine-calls.ts'
import { fromErrorRecord } from './error-record.ts'

/** The calls of the web half that wait for the engine's answer. */
export interface PendingCalls {
  readonly call: CallEngine
  readonly onAnswer: (id: number, answer: EngineAnswer) => void
}

/** How long the engine may take: a visitor does not wait longer. */
const PATIENCE_MS = 30_000
/** How many calls may wait at once. */
const MOST_PENDING = 200

/** Matches answers to calls by a number. */
export function createPendingCalls(post: (id: number, call: EngineCall) => void): PendingCalls {
  const pending = new Map<number, (answer: EngineAnswer | null) => void>()
  let last = 0

  function call(wanted: EngineCall): Promise<unknown> {
    if (pending.size >= MOST_PENDING) return Promise.reject(tooBusy())
    const id = ++last
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => finish(null), PATIENCE_MS)
      const finish = (answer: EngineAnswer | null) => {
        clearTimeout(late)
        pending.delete(id)
        if (answer === null) reject(tooBusy())
        else if ('error' in answer) reject(fromErrorRecord(answer.error))
        else resolve(answer.value)
      }
      pending.set(id, finish)
      post(id, wanted)
    })
  }
  return { call: call as CallEngine, onAnswer: (id, answer) => pending.get(id)?.(answer) }
}

const tooBusy = () => new StoreTrouble('passing', 'the engine is busy; try again in a moment')
