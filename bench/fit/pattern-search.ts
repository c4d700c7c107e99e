/** Where a search begins and when it ends. */
export interface SearchOptions {
  readonly start: readonly number[]
  /** How far the first steps go, where each coordinate runs from 0 to 1, and below which length it ends. */
  readonly step: number
  readonly leastStep: number
  readonly random: () => number
  readonly onRound?: (step: number, best: number) => void
}

/**
 * Pattern search in the unit cube for the point of the highest value: each coordinate is moved up and down, then as many
 * random directions are tried; whatever helps stays. When a whole round helps nothing the step is halved. It needs no
 * derivatives, which a count of right stories does not have.
 */
export function searchCube(worthOf: (point: readonly number[]) => number, options: SearchOptions): readonly number[] {
  let best = { point: [...options.start], worth: worthOf(options.start) }
  const attempt = (direction: readonly number[], step: number): boolean => {
    const point = best.point.map((at, i) => Math.min(1, Math.max(0, at + step * direction[i]!)))
    if (point.every((at, i) => at === best.point[i])) return false
    const worth = worthOf(point)
    if (worth <= best.worth) return false
    best = { point, worth }
    return true
  }
  const size = best.point.length
  for (let step = options.step; step >= options.leastStep; ) {
    let helped = 0
    for (let axis = 0; axis < size; axis++) {
      const along = best.point.map((_, i) => (i === axis ? 1 : 0))
      if (attempt(along, step) || attempt(along, -step)) helped++
    }
    for (let nth = 0; nth < size; nth++) {
      const direction = someDirection(size, options.random)
      if (attempt(direction, step) || attempt(direction, -step)) helped++
    }
    options.onRound?.(step, best.worth)
    if (helped === 0) step /= 2
  }
  return best.point
}

/** A few coordinates at once. */
function someDirection(size: number, random: () => number): number[] {
  return Array.from({ length: size }, () => (random() < MOVED ? 2 * random() - 1 : 0))
}

const MOVED = 0.2
