import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { CallApi } from './api.ts'
import { type Problem, problemOf } from './api-types.ts'

/** What is known of one address of the API. */
export interface Loaded<T> {
  readonly data: T | null
  readonly problem: Problem | null
  readonly isLoading: boolean
}

/** Answers of the API by their path: loaded once, shared by whoever shows them, and given along by the server that rendered the page. */
export interface DataCache {
  /** Begins to load what is not there yet. */
  readonly get: <T>(path: string) => ReadonlySignal<Loaded<T>>
  /** Loads again; what is shown stays until the new answer is there. */
  readonly reload: (path: string) => Promise<void>
  /** Changes what is held, for actions that show at once; gives a function that takes the change back. */
  readonly change: <T>(path: string, update: (data: T) => T) => () => void
  /** Has what begins with a path loaded again when it is next shown, and now where it is shown already. */
  readonly invalidate: (prefix: string) => void
  /** Takes over what the server loaded. */
  readonly put: (path: string, loaded: Pick<Loaded<unknown>, 'data' | 'problem'>) => void
}

const NOTHING: Loaded<never> = { data: null, problem: null, isLoading: false }

/** `isBrowser` is false on the server, where everything a screen needs is put in before it is rendered. */
export function createDataCache(call: CallApi, isBrowser: boolean): DataCache {
  const held = new Map<string, Signal<Loaded<unknown>>>()
  /** Paths whose answer is on the screen. */
  const shown = new Set<string>()
  const underWay = new Map<string, Promise<void>>()

  function entry(path: string): Signal<Loaded<unknown>> {
    const known = held.get(path)
    if (known !== undefined) return known
    const one = signal<Loaded<unknown>>(NOTHING, {
      watched: () => void shown.add(path),
      unwatched: () => void shown.delete(path),
    })
    held.set(path, one)
    return one
  }
  async function load(path: string): Promise<void> {
    const one = entry(path)
    one.value = { ...one.value, isLoading: true }
    try {
      one.value = { data: await call('GET', path), problem: null, isLoading: false }
    } catch (error) {
      one.value = { ...one.value, problem: problemOf(error), isLoading: false }
    }
  }
  function reload(path: string): Promise<void> {
    const loading = underWay.get(path) ?? load(path).finally(() => underWay.delete(path))
    underWay.set(path, loading)
    return loading
  }
  return {
    get: <T>(path: string) => {
      const one = entry(path)
      const { data, problem, isLoading } = one.peek()
      // After the render that asked: a signal must not change while it is read.
      if (isBrowser && data === null && problem === null && !isLoading) queueMicrotask(() => void reload(path))
      return one as ReadonlySignal<Loaded<T>>
    },
    reload,
    change: <T>(path: string, update: (data: T) => T) => {
      const one = held.get(path)
      const before = one?.peek().data
      if (one === undefined || before === null) return () => {}
      one.value = { ...one.peek(), data: update(before as T) }
      return () => {
        one.value = { ...one.peek(), data: before }
      }
    },
    invalidate: (prefix) => {
      for (const path of [...held.keys()]) {
        if (!path.startsWith(prefix)) continue
        if (shown.has(path)) void reload(path)
        else held.delete(path)
      }
    },
    put: (path, { data, problem }) => {
      entry(path).value = { data, problem, isLoading: false }
    },
  }
}
