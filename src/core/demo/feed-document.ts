import { breakDocument } from './break-document.ts'
import { encodeText } from './encode-text.ts'
import { faultAt, type ListedEntry, listedEntries } from './listed-entries.ts'
import { renderJsonFeed } from './render-json-feed.ts'
import { renderAtom, renderRdf, renderRss, renderRss091 } from './render-xml.ts'
import type { Fault, World, WorldFormat, WorldSource } from './world.ts'
import { feedEntries } from './world-entries.ts'

/** The document of a feed at a moment, as bytes, with the time of its last change. */
export interface WorldDocument {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly changedAt: number
}

const contentTypes: Readonly<Record<WorldFormat, string>> = {
  'rss-0.91': 'text/xml',
  'rss-1.0': 'application/rdf+xml',
  'rss-2.0': 'application/rss+xml',
  'atom-0.3': 'application/atom+xml',
  'atom-1.0': 'application/atom+xml',
  'json-1.1': 'application/feed+json',
}

const latest = new WeakMap<World, Map<string, WorldDocument>>()

/** The document of a source in its format and encoding, with its faults; the last one is cached. */
export function feedDocument(world: World, source: WorldSource, at: number): WorldDocument {
  const changedAt = lastChange(world, source, at)
  const documents = latest.get(world) ?? new Map<string, WorldDocument>()
  latest.set(world, documents)
  const known = documents.get(source.id)
  if (known?.changedAt === changedAt) return known
  const document = writeDocument(world, source, changedAt)
  documents.set(source.id, document)
  return document
}

/** Rendered for the moment of the last change, since nothing changes in between. */
function writeDocument(world: World, source: WorldSource, changedAt: number): WorldDocument {
  const text = render(source, listedEntries(world, source, changedAt), changedAt)
  const broken = faultAt(source, 'broken', changedAt)
  const { bytes, serves } = source.encoding
  return {
    bytes: encodeText(broken === null ? text : breakDocument(text, broken.how), bytes),
    contentType: contentTypes[source.format] + (serves === null ? '' : `; charset=${serves}`),
    changedAt,
  }
}

function render(source: WorldSource, entries: readonly ListedEntry[], changedAt: number): string {
  if (source.format === 'json-1.1') return renderJsonFeed(source, entries)
  const { declares } = source.encoding
  const declaration = `<?xml version="1.0"${declares === null ? '' : ` encoding="${declares}"`}?>\n`
  return declaration + renderXml(source, entries, changedAt)
}

function renderXml(source: WorldSource, entries: readonly ListedEntry[], changedAt: number): string {
  if (source.format === 'rss-0.91') return renderRss091(source, entries)
  if (source.format === 'rss-1.0') return renderRdf(source, entries)
  if (source.format === 'rss-2.0') return renderRss(source, entries)
  return renderAtom(source, entries, changedAt)
}

/** Faults that change the content of the document. */
const changing: ReadonlySet<Fault['kind']> = new Set(['broken', 'emptied', 'reissued', 'renamed', 'backfill'])
const hourMs = 3_600_000
const stampMs = 300_000

function lastChange(world: World, source: WorldSource, at: number): number {
  const moments = feedEntries(world, source.id).flatMap((entry) => entry.versions.map((version) => version.at))
  for (const { kind, from, until } of source.faults)
    if (changing.has(kind)) moments.push(from, ...(until === null ? [] : [until]))
  if (source.stamp !== null) moments.push(Math.floor((at - stampMs) / hourMs) * hourMs + stampMs)
  return moments.reduce((latest, moment) => (moment <= at && moment > latest ? moment : latest), 0)
}
