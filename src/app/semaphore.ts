/** Counting semaphore: at most so many pieces of work run at once, the rest start in the order they came. */
export interface Semaphore {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves when a permit is free, without taking it. For a single caller that wants to start work only then. */
  readonly untilFree: () => Promise<void>
  /** How many permits are taken. */
  readonly taken: () => number
}

/** A semaphore with so many permits. */
export function createSemaphore(permits: number): Semaphore {
  let taken = 0
  const waiting: (() => void)[] = []
  let onFree: (() => void) | null = null
  const release = () => {
    const next = waiting.shift()
    if (next) return next()
    taken--
    onFree?.()
    onFree = null
  }
  return {
    async run(work) {
      if (taken < permits) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        release()
      }
    },
    async untilFree() {
      while (taken >= permits)
        await new Promise<void>((resolve) => {
          onFree = resolve
        })
    },
    taken: () => taken,
  }
}
