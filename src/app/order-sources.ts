/** A source and its place in a reader's list. */
export interface PlacedSource {
  readonly source: number
  readonly position: number
}

/**
 * New places for the sources that were put in another order: they share out the places that they have, so that all others stay where they
 * are. Sources of an import or of the settings may have the same place: these get one each, as far as needed. Only changes are given.
 */
export function orderSources(all: readonly PlacedSource[], wanted: readonly number[]): PlacedSource[] {
  const known = new Map(all.map((one) => [one.source, one]))
  const moved = [...new Set(wanted)].flatMap((source) => known.get(source) ?? [])
  const isMoved = new Set(moved.map(({ source }) => source))
  const order = all.map((one) => (isMoved.has(one.source) ? moved.shift()! : one))
  const changes: PlacedSource[] = []
  let last = -1
  for (const [at, { source, position }] of order.entries()) {
    const place = Math.max(all[at]!.position, last + 1)
    if (place !== position) changes.push({ source, position: place })
    last = place
  }
  return changes
}
