/* Random numbers that a seed decides, so that every document can be made again from its number. */

/** @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
  const below = (/** @type {number} */ limit) => (limit <= 0 ? 0 : next() % limit)
  return {
    below,
    /** @template T @param {readonly T[]} list @returns {T} */
    one: (list) => /** @type {T} */ (list[below(list.length)]),
  }
}
