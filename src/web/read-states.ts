import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Article, ReadState } from './api-types.ts'

/** Whether articles are read, saved or voted for: one value for each article, wherever it is shown. */
export interface ReadStates {
  readonly of: (article: Pick<Article, 'id' | 'state'>) => ReadonlySignal<ReadState>
  /** Changes what is shown; gives a function that takes the change back. */
  readonly change: (ids: readonly number[], change: Partial<ReadState>) => () => void
  /** A fresh answer of the server counts more than what was known. */
  readonly refresh: (articles: readonly Pick<Article, 'id' | 'state'>[]) => void
}

export function createReadStates(): ReadStates {
  const states = new Map<number, Signal<ReadState>>()
  const known = (id: number, state: ReadState): Signal<ReadState> => {
    const one = states.get(id) ?? signal(state)
    states.set(id, one)
    return one
  }
  return {
    of: ({ id, state }) => known(id, state),
    change: (ids, change) => {
      const changed = ids.flatMap((id) => {
        const one = states.get(id)
        return one === undefined ? [] : [{ one, before: one.peek() }]
      })
      for (const { one, before } of changed) one.value = { ...before, ...change }
      return () => {
        for (const { one, before } of changed) one.value = before
      }
    },
    refresh: (articles) => {
      for (const { id, state } of articles) known(id, state).value = state
    },
  }
}
