/**
 * Slots that wait to be indexed until somebody comes who could match them: most of a window is older than any newcomer
 * reaches, and a window read from the store would spend its first minute on them.
 */
export interface WaitingDays {
  readonly isOpen: (published: number | null) => boolean
  readonly wait: (slot: number, published: number) => void
  /** Indexes whatever lies within reach of a time; everything where the time is not known. */
  readonly openAround: (published: number | null) => void
}

const DAY_MS = 86_400_000
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** No day is open yet; what has no date is near everything and never waits. */
export function createDays(reachMs: number, index: (slot: number) => void): WaitingDays {
  const waiting = new Map<number, number[]>()
  const open = new Set<number>()
  let isAllOpen = !Number.isFinite(reachMs)

  /** In the order of slots, whatever their days: lists that grow at their end need no sorting. */
  const openDays = (days: readonly number[]): void => {
    const slots: number[] = []
    for (const day of days) {
      open.add(day)
      for (const slot of waiting.get(day) ?? []) slots.push(slot)
      waiting.delete(day)
    }
    if (slots.length > 0) for (const slot of Int32Array.from(slots).sort()) index(slot)
  }
  return {
    isOpen: (published) => isAllOpen || published === null || open.has(dayOf(published)),
    wait: (slot, published) => {
      const day = dayOf(published)
      const others = waiting.get(day)
      if (others === undefined) waiting.set(day, [slot])
      else others.push(slot)
    },
    openAround: (published) => {
      if (isAllOpen) return
      if (published === null) {
        isAllOpen = true
        openDays([...waiting.keys()])
        return
      }
      const shut: number[] = []
      const last = dayOf(published + reachMs)
      for (let day = dayOf(published - reachMs); day <= last; day++) if (!open.has(day)) shut.push(day)
      if (shut.length > 0) openDays(shut)
    },
  }
}
