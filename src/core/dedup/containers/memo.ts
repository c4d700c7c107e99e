/** Remembers what was made lately: at least so many as it was told to, at most twice as many. */
export interface Memo<Key, Value> {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => void
}

/**
 * Nothing remembered yet. What is asked for again stays; the rest goes by the half, which keeps no order and costs nothing.
 * A `WeakMap` would keep as long as its keys live, and everything that is collected would be asked whether it is one.
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

/** A memo for each owner, forgotten with it: what was made for one is of no use to another, and may hold much of it in memory. */
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
