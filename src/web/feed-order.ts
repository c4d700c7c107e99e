/** Ids with one of them moved to stand before another, or at the end for null. */
export function movedBefore(ids: readonly number[], id: number, before: number | null): number[] {
  if (id === before) return [...ids]
  const rest = ids.filter((one) => one !== id)
  const at = before === null ? -1 : rest.indexOf(before)
  return at === -1 ? [...rest, id] : [...rest.slice(0, at), id, ...rest.slice(at)]
}

/** Ids with one of them moved by some places; at the ends it stays. */
export function movedBy(ids: readonly number[], id: number, step: 1 | -1): number[] {
  const at = ids.indexOf(id)
  const to = at + step
  if (at === -1 || to < 0 || to >= ids.length) return [...ids]
  const moved = [...ids]
  moved[at] = ids[to]!
  moved[to] = id
  return moved
}

/** Items in the order of some ids among the places that these have; all others stay where they are. */
export function inOrder<T>(items: readonly T[], order: readonly number[], idOf: (item: T) => number): T[] {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  const ordered = order.flatMap((id) => byId.get(id) ?? [])
  const isOrdered = new Set(ordered.map(idOf))
  return items.map((item) => (isOrdered.has(idOf(item)) ? ordered.shift()! : item))
}
