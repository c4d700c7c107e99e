/** Seeded chance (mulberry32): a step has the same choices in every run with the same seed. */
export interface Chance {
  /** A whole number from 0 to below `end`. */
  readonly below: (end: number) => number
  readonly between: (from: number, to: number) => number
  readonly oneOf: <T>(list: readonly T[]) => T
  readonly isTrue: (share: number) => boolean
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    between: (from, to) => from + below(to - from),
    oneOf: (list) => list[below(list.length)]!,
    isTrue: (share) => next() < share,
  }
}
