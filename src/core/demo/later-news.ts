import { UserError } from '../domain/user-error.ts'
import { fieldsOf } from './fields.ts'
import type { Telling, World, WorldEvent, WorldLanguage, WorldSource } from './world.ts'

/* What the world's publishers write after its end, so that it stays alive for as long as somebody looks at it. */

interface NewsParts {
  readonly title: string
  readonly body: string
}

/** The parts of small news in one language. */
interface LanguageParts {
  readonly places: readonly string[]
  readonly news: readonly NewsParts[]
}

export type LaterParts = Readonly<Record<WorldLanguage, LanguageParts>>

const LANGUAGES: readonly WorldLanguage[] = ['zh', 'en', 'ja']

/** Reads the parts; reports all faults at once. */
export function laterPartsFrom(description: unknown): LaterParts {
  const faults: string[] = []
  const fields = fieldsOf(description, 'later', faults)
  const parts = LANGUAGES.map((language) => {
    const own = fieldsOf(fields.record(language), `later.${language}`, faults)
    const news = own.list('news').map((one, i) => {
      const part = fieldsOf(one, `later.${language}.news[${i}]`, faults)
      return { title: part.text('title'), body: part.text('body') }
    })
    return [language, { places: own.texts('places'), news }] as const
  })
  fields.done()
  if (faults.length > 0) throw new UserError(faults)
  return Object.fromEntries(parts) as unknown as LaterParts
}

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** How often publishers of a kind write; others have said what they had to say. */
const EVERY_MS: Partial<Record<WorldSource['kind'], number>> = { breaking: 60 * MINUTE_MS, major: 240 * MINUTE_MS }
/** The first articles follow each other at this distance. */
const APART_MS = 20_000

/** The publishers who go on after the end, in the order of their first articles. */
export const laterSources = ({ sources }: World): WorldSource[] =>
  [...sources].filter(({ kind }) => EVERY_MS[kind] !== undefined).sort((a, b) => EVERY_MS[a.kind]! - EVERY_MS[b.kind]!)

/** The world with what was written after its end, up to the end of the day of an instant. */
export function continuedWorld(world: World, parts: LaterParts, at: number): World {
  const until = world.closesAt + Math.ceil(Math.max(1, at - world.closesAt) / DAY_MS) * DAY_MS
  const later = laterSources(world).flatMap((source, n) => laterEvents(source, n, { world, parts, until }))
  return { ...world, events: [...world.events, ...later] }
}

interface Until {
  readonly world: World
  readonly parts: LaterParts
  readonly until: number
}

function laterEvents(source: WorldSource, n: number, { world, parts, until }: Until): WorldEvent[] {
  const every = EVERY_MS[source.kind]!
  const first = world.closesAt + (n + 1) * APART_MS
  const events: WorldEvent[] = []
  for (let k = 0; first + k * every < until; k++)
    events.push({
      id: `later-${source.id}-${k}`,
      about: 'small news after the end',
      tellings: [tellingOf(source, parts[source.language], { at: first + k * every, seed: 31 * n + k })],
    })
  return events
}

/** The strides have no common factor with the lists' lengths, so that neighbours share little. */
function tellingOf(
  source: WorldSource,
  { places, news }: LanguageParts,
  { at, seed }: { readonly at: number; readonly seed: number },
): Telling {
  const part = news[(5 * seed + Math.floor(seed / news.length)) % news.length]!
  const place = places[(3 * seed + Math.floor(seed / places.length)) % places.length]!
  const filled = (text: string) =>
    text
      .replaceAll('{place}', place)
      .replaceAll('{n}', String(12 + ((37 * seed) % 83)))
      .replaceAll('{m}', String(3 + ((53 * seed) % 47)))
  const version = { at, title: filled(part.title), body: filled(part.body) }
  return { in: source.id, by: null, tags: [], lacks: [], versions: [version], reprints: [], copies: [] }
}
