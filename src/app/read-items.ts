import { UserError } from '../core/domain/user-error.ts'
import { parseDate } from '../core/text/parse-date.ts'

/** An article as one line of a JSON Lines file gives it: `id` and `title` are required. */
export interface GivenItem {
  readonly id: string
  readonly title: string
  readonly url: string | null
  readonly guid: string | null
  readonly feed: string | null
  readonly source: string | null
  readonly published: number | null
  readonly text: string | null
  readonly language: string | null
}

/** Parses JSON Lines; an error names the line by number and the field. */
export function readItems(lines: string, name: string): GivenItem[] {
  const items = lines.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [readItem(line, `${name}:${i + 1}`)]))
  if (items.length === 0) throw new UserError(`${name} holds no articles: expected one JSON object a line`)
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw new UserError(`${name}: the id "${id}" is there twice; ids must differ`)
    seen.add(id)
  }
  return items
}

function readItem(line: string, location: string): GivenItem {
  const fields = readObject(line, location)
  const text = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const value = fields[name]
      if (value === undefined || value === null || value === '') continue
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new UserError(`${location} ${name} must be text, got ${typeof value}`)
      return String(value)
    }
    return null
  }
  const needed = (name: string) => {
    const value = text(name)
    if (value === null) throw new UserError(`${location} ${name} is missing: each line needs an id and a title`)
    return value
  }
  return {
    id: needed('id'),
    title: needed('title'),
    url: text('url'),
    guid: text('guid'),
    feed: text('feed'),
    source: text('source'),
    published: readTime(text('published'), location),
    text: text('text', 'body'),
    language: text('language', 'lang'),
  }
}

function readObject(line: string, location: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    throw new UserError(`${location} is not JSON: expected one object a line`)
  }
  throw new UserError(`${location} must be an object with an id and a title`)
}

function readTime(text: string | null, location: string): number | null {
  if (text === null) return null
  const date = parseDate(text)
  if (date === null) throw new UserError(`${location} published must be a date, got "${text.slice(0, 40)}"`)
  return date.at
}
