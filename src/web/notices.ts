import { type ReadonlySignal, signal } from '@preact/signals'

/** A line at the foot of the page: what was done, with a way to take it back, or why something could not be done. */
export interface Notice {
  readonly text: string
  readonly isProblem: boolean
  readonly undo: (() => void) | null
}

export interface Notices {
  readonly current: ReadonlySignal<Notice | null>
  readonly tell: (text: string, undo?: (() => void) | null) => void
  readonly complain: (text: string) => void
  readonly dismiss: () => void
}

/** How long a notice stays: long enough to be read and to reach its button. */
const STAYS_MS = 8_000

export function createNotices(): Notices {
  const current = signal<Notice | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  function show(notice: Notice | null): void {
    clearTimeout(timer)
    current.value = notice
    if (notice !== null) timer = setTimeout(() => (current.value = null), STAYS_MS)
  }
  return {
    current,
    tell: (text, undo = null) => show({ text, isProblem: false, undo }),
    complain: (text) => show({ text, isProblem: true, undo: null }),
    dismiss: () => show(null),
  }
}
