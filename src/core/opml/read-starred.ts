import { UserError } from '../domain/user-error.ts'
import { isUrl } from '../text/is-url.ts'
import { withoutLogin } from '../text/login.ts'

/** An article that a reader starred in another program. */
export interface StarredItem {
  readonly url: string
  readonly title: string | null
  readonly html: string | null
  readonly author: string | null
  readonly publishedAt: number | null
  /** The name of the feed it came from. */
  readonly origin: string | null
}

export interface ParsedStarred {
  readonly items: readonly StarredItem[]
  /** Items without an address on the web. */
  readonly skipped: number
}

const MOST_ITEMS = 50_000

/**
 * Reads `starred.json` as FreshRSS, Inoreader and others export it: the JSON of Google Reader, an object with `items`. Whatever is
 * not as it should be in an item is left out; an item without an address is skipped.
 */
export function readStarred(text: string): ParsedStarred {
  const items = recordOf(parsed(text))?.items
  if (!Array.isArray(items)) throw new UserError({ code: 'notStarred' })
  if (items.length > MOST_ITEMS) throw new UserError({ code: 'tooManyStarred', most: MOST_ITEMS })
  const found = items.flatMap((item) => starredItem(recordOf(item)) ?? [])
  return { items: found, skipped: items.length - found.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError({ code: 'notJson' })
  }
}

type Fields = Readonly<Record<string, unknown>>

function starredItem(item: Fields | null): StarredItem | null {
  if (item === null) return null
  const url = [...hrefs(item.canonical), ...hrefs(item.alternate)].find((one) => isUrl(one) && /^https?:/i.test(one))
  if (url === undefined) return null
  const body = recordOf(item.content) ?? recordOf(item.summary)
  return {
    url: withoutLogin(url),
    title: textOf(item.title),
    html: textOf(body?.content),
    author: textOf(item.author),
    publishedAt: instantOf(item.published) ?? instantOf(item.updated),
    origin: textOf(recordOf(item.origin)?.title),
  }
}

const hrefs = (links: unknown): string[] =>
  Array.isArray(links) ? links.flatMap((link) => textOf(recordOf(link)?.href) ?? []) : []

const recordOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** The last instant that a date can hold. */
const LAST_S = 8_640_000_000_000

/** Seconds since 1970. */
const instantOf = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 && value < LAST_S ? Math.round(value * 1000) : null
