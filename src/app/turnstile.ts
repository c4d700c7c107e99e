/** Lets so many through at once, the rest in the order they came. */
export interface Turnstile {
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>
}

export function turnstile(most: number): Turnstile {
  let inside = 0
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside--
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
  }
}
