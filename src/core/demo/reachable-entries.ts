import { faultAt, listedNow } from './listed-entries.ts'
import type { Fault, World, WorldSource } from './world.ts'

const stepMs = 1_800_000

/** The span in which each entry is available to a client that polls every half hour from the start. */
export function reachableEntries(world: World): ReadonlyMap<string, { readonly from: number; readonly until: number }> {
  const spans = new Map<string, { from: number; until: number }>()
  for (const source of world.sources) {
    for (let at = world.opensAt; at <= world.closesAt; at += stepMs) {
      if (!gives(source, at)) continue
      for (const { id } of listedNow(world, source, at)) {
        const span = spans.get(id)
        if (span) span.until = at
        else spans.set(id, { from: at, until: at })
      }
    }
  }
  return spans
}

const closed: readonly Fault['kind'][] = ['status', 'page', 'frozen', 'stall']

function gives(source: WorldSource, at: number): boolean {
  return closed.every((kind) => faultAt(source, kind, at) === null || (kind === 'stall' && isOpen(source, at)))
}

/** A stalling publisher answers between its silences. */
function isOpen(source: WorldSource, at: number): boolean {
  const stall = faultAt(source, 'stall', at)!
  return (at - stall.from) % (stall.every * 60_000) >= stall.minutes * 60_000
}
