import type { FeedDocument, NotAFeed, Recovery } from '../domain/feed-document.ts'
import { absolute, isWebAddress } from './absolute.ts'
import { type Decoded, decode } from './decode.ts'
import { finishFeed, refreshHints } from './finish-feed.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'
import { gatherWarnings, type Warnings } from './warnings.ts'

/** The address and the headers that came with the bytes; header names in any case. */
export interface ParseOptions {
  readonly contentType?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string | null
}

/** Warnings after which the document structure is a guess. */
const structural = [
  'unclosed-tag',
  'misnested-tag',
  'stray-end-tag',
  'truncated',
  'unterminated',
  'second-root',
  'too-deep',
  'json-mended',
]

/** Parses any bytes to a feed with its entries, or says what they are instead. Never throws, never fetches. */
export function parseFeed(bytes: Uint8Array, options: ParseOptions = {}): FeedDocument {
  const contentType = options.contentType ?? header(options, 'content-type')
  const decoded = decode(bytes, { contentType })
  const warnings = gatherWarnings()
  if (decoded.refused !== null)
    warnings.add('wrong-encoding', `said to be ${decoded.refused}, read as ${decoded.encoding.name}`, null)
  if (decoded.damaged) warnings.add('bad-bytes', `some bytes are not ${decoded.encoding.name}`, null)
  const base = documentBase(options)
  return asJson(decoded, base, warnings) ?? asXml(decoded, base, warnings, header(options, 'content-language'))
}

function header({ headers }: ParseOptions, wanted: string): string | null {
  for (const [name, value] of Object.entries(headers ?? {})) if (name.toLowerCase() === wanted) return value
  return null
}

/**
 * The base of relative addresses outside of any `xml:base`: Content-Location if it is on the web, else the address
 * fetched.
 */
function documentBase(options: ParseOptions): string | null {
  const url = options.url ?? null
  const location = header(options, 'content-location')
  if (location === null) return url
  const resolved = absolute(location, url)
  return isWebAddress(resolved) ? resolved : url
}

function asJson(decoded: Decoded, base: string | null, warnings: Warnings): FeedDocument | null {
  const start = decoded.text.search(/\S/)
  if (start < 0 || decoded.text[start] !== '{') return null
  const value = parsedJson(decoded.text)
  const parsed = value === undefined ? null : readJson(value, base)
  if (parsed === null) return value === undefined ? null : notAFeed('json', decoded, warnings)
  return {
    kind: 'feed',
    ...parsed,
    encoding: decoded.encoding,
    warnings: warnings.list(decoded.text),
    recovered: recovery(warnings),
    complete: true,
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asXml(decoded: Decoded, base: string | null, warnings: Warnings, language: string | null): FeedDocument {
  const { text } = decoded
  noteJunkBefore(text, warnings)
  const parsed = readXml(decoded, base, warnings)
  if (parsed.version === null) return notAFeed(looksLike(text, parsed.firstElement), decoded, warnings)
  return {
    kind: 'feed',
    version: parsed.version,
    encoding: decoded.encoding,
    feed: finishFeed(parsed.feed, language),
    refresh: refreshHints(parsed.feed),
    entries: parsed.entries,
    warnings: warnings.list(text),
    recovered: recovery(warnings),
    complete: parsed.complete,
  }
}

/** Nothing may precede an XML declaration, not even white space. */
function noteJunkBefore(text: string, warnings: Warnings): void {
  const declaration = text.slice(0, 4096).indexOf('<?xml')
  const before = declaration < 0 ? text.slice(0, text.indexOf('<')).trim() : text.slice(0, declaration)
  if (before !== '') warnings.add('junk-before', 'something stands before the document', 0)
}

function recovery(warnings: Warnings): Recovery {
  if (structural.some((code) => warnings.has(code))) return 'tolerant'
  return warnings.list('').length > 0 ? 'mended' : 'strict'
}

function looksLike(text: string, firstElement: string | null): NotAFeed['looksLike'] {
  if (text.trim() === '') return 'empty'
  if (firstElement === 'html' || /<!doctype html|<html[\s>]/i.test(text.slice(0, 4096))) return 'html'
  if (firstElement !== null) return 'xml'
  return /^\s*[[{]/.test(text) ? 'json' : 'unknown'
}

function notAFeed(kind: NotAFeed['looksLike'], decoded: Decoded, warnings: Warnings): NotAFeed {
  return { kind: 'notAFeed', looksLike: kind, encoding: decoded.encoding, warnings: warnings.list(decoded.text) }
}
