import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One article of a labelled set, with the story people put it in. */
export type LabelledItem = {
  readonly id: string
  readonly title: string
  readonly body: string | null
  readonly feed: string | null
  readonly url: string | null
  readonly sourceName: string | null
  readonly publishedAt: number | null
  readonly language: string | null
  readonly gold: string
}

/** One side of a labelled pair. */
export type PairSide = { readonly title: string; readonly body: string | null }

/** Two articles, and whether people call them the same; `related` pairs are left out when reading. */
export type LabelledPair = {
  readonly id: string
  readonly a: PairSide
  readonly b: PairSide
  readonly same: boolean
  readonly language: string | null
}

/** The names of the sets of a folder, by the kind of file they have. */
export function setsOf(folder: string): { readonly items: string[]; readonly pairs: string[] } {
  const files = readdirSync(folder).sort()
  const named = (kind: string) =>
    files.flatMap((file) => new RegExp(`^(.+)\\.${kind}\\.jsonl(?:\\.gz)?$`).exec(file)?.[1] ?? [])
  return { items: named('items'), pairs: named('pairs') }
}

type RawItem = Readonly<Record<'id' | 'title', string>> &
  Readonly<Partial<Record<'body' | 'feed' | 'url' | 'source' | 'published' | 'lang', string>>>

/** Reads the articles of a set and their stories. */
export function readItems(folder: string, name: string): LabelledItem[] {
  const gold = new Map(
    readRows<{ id: string; cluster: string }>(folder, `${name}.gold`).map((row) => [row.id, String(row.cluster)]),
  )
  return readRows<RawItem>(folder, `${name}.items`)
    .filter(({ id }) => gold.has(id))
    .map((row) => ({
      id: row.id,
      title: row.title,
      body: row.body || null,
      feed: row.feed ?? null,
      url: row.url ?? null,
      sourceName: row.source ?? null,
      publishedAt: row.published === undefined ? null : Date.parse(row.published),
      language: row.lang ?? null,
      gold: gold.get(row.id)!,
    }))
}

const HOUR_MS = 3_600_000

/** Windows of so many hours, counted from the earliest item. */
export function windowsOf(items: readonly LabelledItem[], hours: number | null): LabelledItem[][] {
  if (hours === null) return [[...items]]
  const start = items.reduce((least, { publishedAt }) => Math.min(least, publishedAt!), Number.POSITIVE_INFINITY)
  const windows = new Map<number, LabelledItem[]>()
  for (const item of items) {
    const slot = Math.floor((item.publishedAt! - start) / (hours * HOUR_MS))
    windows.set(slot, [...(windows.get(slot) ?? []), item])
  }
  return [...windows.values()]
}

type RawSide = { title: string; body?: string }
type RawPair = { id: string; a: RawSide; b: RawSide; label: string; lang?: string }

/** Reads the pairs of a set. */
export function readPairs(folder: string, name: string): LabelledPair[] {
  const side = ({ title, body }: RawSide): PairSide => ({ title, body: body || null })
  return readRows<RawPair>(folder, `${name}.pairs`)
    .filter(({ label }) => label === 'same' || label === 'different')
    .map((row) => ({
      id: row.id,
      a: side(row.a),
      b: side(row.b),
      same: row.label === 'same',
      language: row.lang ?? null,
    }))
}

function readRows<T>(folder: string, name: string): T[] {
  const plain = join(folder, `${name}.jsonl`)
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
