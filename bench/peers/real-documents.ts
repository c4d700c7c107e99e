import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A real document as its publisher would serve it: now, and an hour ago, when its newest entries were not written yet. */
export interface RealDocument {
  readonly type: string
  readonly earlier: Buffer
  readonly now: Buffer
  /** How many entries came in the hour between. */
  readonly added: number
}

/** Every third feed brings news in an hour, one to three entries. */
const EVERY = 3
/** Documents shorter than this lose nothing. */
const FEWEST_ENTRIES = 6

interface Described {
  readonly file: string
  readonly format: string
  readonly encoding: string | null
  readonly entries: number | null
}

/** All documents of a corpus, in the order of its manifest. */
export function realDocuments(folder: string): RealDocument[] {
  const lines = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').split('\n')
  const described = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Described)
  return described.map((one, n) => readDocument(folder, one, n))
}

function readDocument(folder: string, { file, format, encoding, entries }: Described, n: number): RealDocument {
  const now = readFileSync(join(folder, file))
  const type = format === 'json' ? 'application/json' : 'application/xml'
  const isCut = n % EVERY === 0 && format !== 'json' && !/utf-?16|utf-?32/i.test(encoding ?? '')
  const news = isCut && (entries ?? 0) >= FEWEST_ENTRIES ? 1 + ((n / EVERY) % 3) : 0
  const earlier = news === 0 ? null : withoutFirstEntries(now, news)
  return { type, now, earlier: earlier ?? now, added: earlier === null ? 0 : news }
}

/** The document without its first entries; null when they are not found. Read byte by byte: markup is ASCII in all encodings that are cut. */
export function withoutFirstEntries(document: Buffer, count: number): Buffer | null {
  const text = document.toString('latin1')
  const found = [...text.matchAll(/<(item|entry)\b[^>]*>[\s\S]*?<\/\1\s*>/g)].slice(0, count)
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined || found.length < count) return null
  return Buffer.from(text.slice(0, first.index) + text.slice(last.index + last[0].length), 'latin1')
}
