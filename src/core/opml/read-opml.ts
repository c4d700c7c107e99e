import type { SourceRequest } from '../domain/source.ts'
import { UserError } from '../domain/user-error.ts'
import { feedUrl } from '../text/feed-url.ts'
import { isUrl } from '../text/is-url.ts'
import { hideLogins } from '../text/login.ts'
import { type Outline, OutlineLimitError, type Outlines, positionIn, readOutline } from '../text/read-outline.ts'
import { CATEGORY_STEP, type OpmlSource } from './opml-source.ts'

/** An outline that is not a source, with the reason. */
export interface SkippedOutline {
  readonly line: number
  readonly reason: string
  /** What it has for an address. */
  readonly address: string
}

export interface ParsedOpml {
  readonly sources: readonly OpmlSource[]
  readonly skipped: readonly SkippedOutline[]
  /** Where the document is malformed; everything before was read. */
  readonly broken: { readonly line: number; readonly column: number } | null
}

const LIMITS = { maxOutlines: 100_000, maxDepth: 64 }
const LIMIT_CODES = { maxOutlines: 'tooManyOutlines', maxDepth: 'tooDeep' } as const
const LONGEST_NAME = 300
const LONGEST_URL = 2048
const MOST_SKIPPED = 1000

/**
 * Reads the sources of an OPML document: the top folder is the tab, the folders below it the category. `name` is used
 * in errors.
 */
export function readOpml(text: string, name: string): ParsedOpml {
  const { outlines, isOpml, brokenAt } = outlinesOf(text, name)
  if (!isOpml) throw new UserError({ code: 'notOpml', name })
  const sources: OpmlSource[] = []
  const skipped: SkippedOutline[] = []
  for (const outline of outlines) {
    const raw = addressOf(outline)
    if (raw === null) continue
    const url = webAddress(raw)
    if (url !== null) sources.push(toSource(outline, url))
    else if (skipped.length < MOST_SKIPPED) {
      const address = hideLogins(raw).slice(0, 80)
      const reason = `xmlUrl must be an http or https address, got "${address}"`
      skipped.push({ line: positionIn(text, outline.at).line, reason, address })
    }
  }
  return { sources, skipped, broken: brokenAt === null ? null : positionIn(text, brokenAt) }
}

function outlinesOf(text: string, name: string): Outlines {
  try {
    return readOutline(text, LIMITS)
  } catch (error) {
    if (!(error instanceof OutlineLimitError)) throw error
    const { line, column } = positionIn(text, error.at)
    throw new UserError({ code: LIMIT_CODES[error.limit], name, line, column, most: LIMITS[error.limit] })
  }
}

/** Some programs write `url` where the standard says `xmlUrl`. */
function addressOf({ attributes }: Outline): string | null {
  if (attributes.xmlurl !== undefined) return attributes.xmlurl.trim()
  return /^(rss|atom)/i.test(attributes.type ?? '') ? (attributes.url?.trim() ?? null) : null
}

/** The address as written when it is valid; else corrected as if typed by a person. */
function webAddress(raw: string): string | null {
  if (isWebAddress(raw)) return raw
  const mended = feedUrl(raw)
  return isWebAddress(mended) ? mended : null
}

const isWebAddress = (url: string): boolean =>
  url.length <= LONGEST_URL && isUrl(url) && /^https?:$/.test(new URL(url).protocol)

function toSource(outline: Outline, url: string): OpmlSource {
  const { attributes } = outline
  const own = (name: string) => clean(attributes[`copytaster:${name}`])
  const [tab = null, ...folders] = foldersOf(outline)
  const named = attributes['copytaster:named'] !== 'no'
  return {
    url,
    tab,
    category: own('category') ?? clean(folders.join(CATEGORY_STEP)),
    name: named ? nameOf(attributes, url) : null,
    tier: oneOf(own('tier'), ['T1', 'T2', 'T3', 'T4', 'T5']),
    kind: oneOf(own('kind'), ['breaking', 'major', 'blog', 'weekly', 'dormant']),
    owner: own('owner'),
    language: languageOf(own('language') ?? clean(attributes.language)),
    maxItems: wholeNumber(own('max-items')),
  }
}

/** Programs that know no name write the address in its place; then the feed's own title serves. */
function nameOf({ title, text, xmlurl }: Outline['attributes'], url: string): string | null {
  const isName = (name: string | null) => name !== null && name !== url && name !== clean(xmlurl)
  return [clean(title), clean(text)].find(isName) ?? null
}

/**
 * Folder names from the outermost; an outline that is itself a feed is not a folder. A flat list may give its folders
 * in `category`.
 */
function foldersOf(outline: Outline): string[] {
  const folders: string[] = []
  for (let around = outline.around; around !== null; around = around.around) {
    const { attributes } = around
    const name = clean(attributes['copytaster:tab'] ?? attributes.text ?? attributes.title)
    if (name !== null && addressOf(around) === null) folders.unshift(name)
  }
  if (folders.length > 0 || outline.attributes['copytaster:named'] !== undefined) return folders
  const [path = ''] = (outline.attributes.category ?? '').split(',')
  return path.split('/').flatMap((step) => clean(step) ?? [])
}

/** Blanks, control characters and marks that turn the direction of text: no name has them. */
const UNSEEN = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

function clean(text: string | undefined): string | null {
  const plain = text?.replace(UNSEEN, ' ').trim().slice(0, LONGEST_NAME).trim()
  return plain ? plain : null
}

function oneOf<const T extends string>(value: string | null, values: readonly T[]): T | null {
  return values.find((one) => one === value) ?? null
}

/**
 * A language in the form that the settings accept; anything else is null, which leaves it to the tab or to detection.
 */
function languageOf(value: string | null): SourceRequest['language'] {
  return value !== null && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value) ? value : null
}

function wholeNumber(value: string | null): number | null {
  const number = Number(value)
  return value !== null && Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : null
}
