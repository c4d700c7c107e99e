/** A bounded cache: keeps at least the `least` values used last, at most twice as many. */
export interface Memo<Key, Value> {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => void
}

/**
 * Two-generation cache, an approximation of LRU without its linked list: a value that is read moves to the newer generation,
 * and the older one is dropped as a whole. A `WeakMap` would keep values as long as their keys live, and slows down garbage
 * collection.
 */
export function createMemo<Key, Value>(least: number): Memo<Key, Value> {
  let older = new Map<Key, Value>()
  let newer = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    if (newer.size >= least) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
  }
  return {
    get: (key) => {
      const known = newer.get(key)
      if (known !== undefined) return known
      const old = older.get(key)
      if (old !== undefined) set(key, old)
      return old
    },
    set,
  }
}

/** One cache per owner, collected together with it: values made for one owner are useless to another and may keep it in memory. */
export function createMemos<Owner extends object, Key, Value>(least: number): (owner: Owner) => Memo<Key, Value> {
  const memos = new WeakMap<Owner, Memo<Key, Value>>()
  return (owner) => {
    const known = memos.get(owner)
    if (known !== undefined) return known
    const fresh = createMemo<Key, Value>(least)
    memos.set(owner, fresh)
    return fresh
  }
}
