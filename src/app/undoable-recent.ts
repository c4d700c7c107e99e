import type { Recent } from '../core/dedup/recent/recent.ts'
import type { Print } from '../core/domain/print.ts'

/** Recent articles whose changes can be taken back. */
export interface UndoableRecent {
  readonly recent: Recent
  /** Takes back what was added and removed; of several, the one that was changed last has to be the first. */
  readonly undo: () => void
}

/** Undo log: what is decided before it is certain that it can be stored enters the recent articles for now only. */
export function undoable(recent: Recent): UndoableRecent {
  const log: { readonly key: string; readonly before: Print | null }[] = []
  const note = (key: string) => log.push({ key, before: recent.get(key) })
  return {
    recent: {
      ...recent,
      add: (print) => {
        note(print.key)
        recent.add(print)
      },
      remove: (key) => {
        note(key)
        recent.remove(key)
      },
    },
    undo: () => {
      for (const { key, before } of log.splice(0).reverse()) {
        if (before === null) recent.remove(key)
        else recent.add(before)
      }
    },
  }
}
