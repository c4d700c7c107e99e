/** Lets so many through at once, the rest in the order they came. */
export interface Semaphore {
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits, without a place in the row, until somebody who came now would not have to wait. For one to ask at a time. */
  readonly room: () => Promise<void>
}

export function createSemaphore(most: number): Semaphore {
  let inside = 0
  const waiting: (() => void)[] = []
  let onRoom: (() => void) | null = null
  const leave = () => {
    const next = waiting.shift()
    if (next) return next()
    inside--
    onRoom?.()
    onRoom = null
  }
  return {
    async pass(work) {
      if (inside < most) inside++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async room() {
      while (inside >= most)
        await new Promise<void>((resolve) => {
          onRoom = resolve
        })
    },
  }
}
