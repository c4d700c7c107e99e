/** A list as it was at one moment. */
export interface HeldList {
  readonly id: string
  /** Keys of articles in their order. */
  readonly keys: readonly string[]
  /** The newest article that was stored then. */
  readonly newestId: number
}

/** Lists that are paged through: scores change from minute to minute, and no article may be shown twice or left out for that. */
export interface ListSnapshots {
  readonly hold: (reader: number, newestId: number, keys: readonly string[]) => HeldList
  /** Null when it is not held any more, or is another reader's. */
  readonly get: (reader: number, id: string) => HeldList | null
}

const HOUR_MS = 3_600_000
const MOST_HELD = 500

/** Holds lists for an hour, and the newest of them when there are too many. */
export function createListSnapshots(now: () => number, newSecret: () => string): ListSnapshots {
  const held = new Map<string, HeldList & { readonly reader: number; readonly at: number }>()
  const isFresh = ({ at }: { readonly at: number }) => Math.abs(now() - at) < HOUR_MS
  return {
    hold(reader, newestId, keys) {
      const list = { id: newSecret(), keys, newestId, reader, at: now() }
      for (const [id, one] of held) if (!isFresh(one) || held.size >= MOST_HELD) held.delete(id)
      held.set(list.id, list)
      return list
    },
    get(reader, id) {
      const list = held.get(id)
      return list !== undefined && list.reader === reader && isFresh(list) ? list : null
    },
  }
}
