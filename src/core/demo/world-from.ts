import { UserError } from '../domain/user-error.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { almanacOf } from './moment.ts'
import { readArchive, readBrief, readEvent } from './read-event.ts'
import { type ReadContext, readSource } from './read-source.ts'
import type { Apart, PlantedDay, World, WorldTab } from './world.ts'

const dayMs = 86_400_000

/** Builds the world of a parsed description; reports all faults at once, each with its path. */
export function worldFrom(description: unknown): World {
  const faults: string[] = []
  const fields = fieldsOf(description, 'world', faults)
  const almanac = almanacOf(fields.text('opens'))
  if (almanac === null) fields.fault('opens', 'must be a midnight with its offset, such as 2026-03-02T00:00:00+08:00')
  const context: ReadContext = { almanac: almanac ?? { opensAt: 0, offsetMinutes: 0 }, faults }
  const world = readWorld(fields, context)
  fields.done()
  faults.push(...contradictions(world))
  if (faults.length > 0) throw new UserError(faults)
  return world
}

function readWorld(fields: Fields, context: ReadContext): World {
  const { opensAt, offsetMinutes } = context.almanac
  const tabs = readTabs(fields.record('tabs'), context)
  const sources = fields.list('sources').map((one, i) => readSource(one, `sources[${i}]`, tabs, context))
  const ids = sources.map((source) => source.id)
  return {
    zone: fields.text('zone'),
    offsetMinutes,
    opensAt,
    closesAt: opensAt + fields.whole('days') * dayMs,
    tabs,
    sources,
    events: [
      ...fields.list('events').map((one, i) => readEvent(one, `events[${i}]`, ids, context)),
      ...fields.list('briefs').map((one, i) => readBrief(one, `briefs[${i}]`, ids, context)),
    ],
    archive: readArchive(fields.record('archive'), ids, context),
    apart: fields.list('apart').map((one, i) => readApart(one, `apart[${i}]`, context)),
    days: fields.list('planted').map((one, i) => readDay(one, `planted[${i}]`, context)),
  }
}

function readTabs(value: unknown, { faults }: ReadContext): WorldTab[] {
  return Object.entries((value ?? {}) as Record<string, unknown>).map(([id, tab]) => {
    const fields = fieldsOf(tab, `tabs.${id}`, faults)
    const read: WorldTab = {
      id,
      name: fields.text('name'),
      language: fields.oneOf('language', ['zh', 'en', 'ja']),
      shows: fields.whole('shows'),
      reads: fields.whole('reads'),
    }
    fields.done()
    return read
  })
}

function readApart(value: unknown, path: string, { faults }: ReadContext): Apart {
  const fields = fieldsOf(value, path, faults)
  const [one = '', other = ''] = fields.texts('pair')
  const apart: Apart = { pair: [one, other], because: fields.text('because') }
  fields.done()
  return apart
}

function readDay(value: unknown, path: string, { faults }: ReadContext): PlantedDay {
  const fields = fieldsOf(value, path, faults)
  const day: PlantedDay = {
    day: fields.whole('day'),
    top: fields.texts('top'),
    breaking: fields.texts('breaking'),
    emerging: fields.texts('emerging'),
    trending: fields.texts('trending'),
    fading: fields.texts('fading'),
  }
  fields.done()
  return day
}

/** Checks across the description: ids used twice, or not defined. */
function contradictions(world: World): string[] {
  const events = world.events.map((event) => event.id)
  const stories = new Set(
    world.events.flatMap((event) => event.tellings.map((one) => `${event.id}:${languageIn(world, one.in)}`)),
  )
  const named = world.days.flatMap((day) => [
    ...day.top,
    ...day.breaking,
    ...day.emerging,
    ...day.trending,
    ...day.fading,
  ])
  return [
    ...twice(world.sources.map((source) => source.id)).map((id) => `sources: "${id}" is there twice`),
    ...twice(world.sources.map((source) => source.url)).map((url) => `sources: ${url} is there twice`),
    ...twice(events).map((id) => `events: "${id}" is there twice`),
    ...world.apart
      .flatMap(({ pair }) => pair)
      .filter((id) => !events.includes(id))
      .map((id) => `apart: there is no event "${id}"`),
    ...named.filter((story) => !stories.has(story)).map((story) => `planted: there is no story "${story}"`),
  ]
}

function languageIn(world: World, source: string): string {
  return world.sources.find((one) => one.id === source)?.language ?? ''
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}
