import type { DayTruth, TrendTruth } from './truth.ts'
import type { PlantedDay, World } from './world.ts'
import { worldEntries } from './world-entries.ts'

const dayMs = 86_400_000

interface Count {
  readonly originals: number
  readonly all: number
}

/** The expected results of each planted day, with their counts. */
export function dayTruths(world: World): DayTruth[] {
  return world.days.map((planted) => dayTruth(world, planted))
}

function dayTruth(world: World, planted: PlantedDay): DayTruth {
  const from = world.opensAt + (planted.day - 1) * dayMs
  const now = countsIn(world, from)
  const before = countsIn(world, from - dayMs)
  const tagged = (tag: TrendTruth['tag'], stories: readonly string[]) =>
    stories.map((story) => ({ story, tag, now: now.get(story) ?? none, before: before.get(story) ?? none }))
  return {
    day: planted.day,
    from,
    to: from + dayMs,
    top: planted.top,
    breaking: planted.breaking,
    trends: [
      ...tagged('EMERGING', planted.emerging),
      ...tagged('TRENDING', planted.trending),
      ...tagged('FADING', planted.fading),
    ],
    vanished: planted.day === 1 ? [] : [...before.keys()].filter((story) => !now.has(story)),
  }
}

const none: Count = { originals: 0, all: 0 }

/** Entries of each story published on the day that starts at `from`. */
function countsIn(world: World, from: number): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>()
  for (const { story, relation, versions } of worldEntries(world)) {
    const { at } = versions[0]!
    if (at < from || at >= from + dayMs) continue
    const { originals, all } = counts.get(story) ?? none
    counts.set(story, { originals: originals + Number(relation === 'original'), all: all + 1 })
  }
  return counts
}
