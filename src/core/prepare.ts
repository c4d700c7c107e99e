import { printBytes } from './dedup/print-bytes.ts'
import type { Entry } from './domain/entry.ts'
import type { Fetched } from './domain/outcome.ts'
import type { Prepared, PreparedEntry } from './domain/prepared.ts'
import type { SourceRequest } from './domain/source.ts'
import { plainTitle } from './normalize/article-title.ts'
import { newestEntries } from './normalize/newest-entries.ts'
import { type NormalizeContext, normalizeEntry } from './normalize/normalize-entry.ts'
import { parseFeed } from './parse/parse-feed.ts'
import { type DetectLanguage, loadLanguageDetector } from './text/detect-language.ts'
import { keyHash } from './text/key-hash.ts'
import { packHashes, rawHash, unpackHashes } from './text/raw-hash.ts'

/** All that preparing needs: plain data, so that it can be sent to another thread. */
export interface PrepareRequest {
  readonly fetched: Pick<Fetched, 'body' | 'contentType' | 'headers' | 'url'>
  readonly feed: number
  readonly source: Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'language' | 'maxItems'>
  /** Raw hashes of entries that need not be looked at again, packed. */
  readonly known: Uint8Array
  readonly now: number
  /** Whether the prints shall hold what only the policy `layered` compares. */
  readonly layered: boolean
}

interface EntryContext extends NormalizeContext {
  readonly layered: boolean
}

/**
 * From a reply's bytes to articles: parse → normalise, one pure step that a worker thread can run under a deadline.
 * Entries known by their raw hash fall out before anything is normalised: in life that is most of a changed feed.
 */
export function prepare(request: PrepareRequest, detectLanguage: DetectLanguage | null): Prepared {
  const { fetched, source } = request
  const document = parseFeed(fetched.body, fetched)
  if (document.kind === 'notAFeed') return document

  const known = unpackHashes(request.known)
  // The last entry of a document that broke off waits for the whole of it.
  const whole = document.entries.filter((entry) => entry.complete)
  const wanted = newestEntries(whole, source.maxItems, request.now)
  const context: EntryContext = {
    feed: request.feed,
    feedUrl: fetched.url,
    source,
    document: document.feed,
    now: request.now,
    detectLanguage,
    layered: request.layered,
  }
  const hashes = document.entries.map((entry) => rawHash(entry.raw))
  const shared = sharedGuids(document.entries)
  const entries: PreparedEntry[] = []
  let malformed = 0
  for (const [i, entry] of document.entries.entries()) {
    if (known.has(hashes[i]!) || !wanted.has(entry)) continue
    const prepared = prepareEntry(entry, hashes[i]!, shared.has(entry.guid?.value ?? ''), context)
    if (prepared === null) malformed++
    else entries.push(prepared)
  }
  const { title } = document.feed
  return {
    kind: 'feed',
    version: document.version,
    encoding: document.encoding.name,
    title: title && plainTitle(title),
    refresh: document.refresh,
    entryCount: document.entries.length,
    malformed,
    complete: document.complete,
    rawHashes: packHashes(hashes.filter((_, i) => wanted.has(document.entries[i]!))),
    entries: onePerKey(entries),
    warnings: document.warnings,
  }
}

function prepareEntry(entry: Entry, hash: string, shared: boolean, context: EntryContext): PreparedEntry | null {
  const normalized = normalizeEntry(entry, context)
  if (normalized.kind === 'malformed') return null
  const { article } = normalized
  const name = shared ? `${article.guid}\n${article.url ?? article.title}` : article.guid
  const guidKey = keyHash(name)
  return { guidKey, rawHash: hash, article, print: printBytes(article, { guidKey, layered: context.layered }) }
}

/** Guids that a document gives to several entries: those are told apart by their address too, so that none is lost. */
function sharedGuids(entries: readonly Entry[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { guid } of entries) {
    if (guid === null) continue
    if (seen.has(guid.value)) shared.add(guid.value)
    seen.add(guid.value)
  }
  return shared
}

/** What is still the same twice is said once. */
function onePerKey(entries: readonly PreparedEntry[]): PreparedEntry[] {
  return [...new Map(entries.toReversed().map((entry) => [entry.guidKey, entry])).values()].toReversed()
}

/** Prepares, and loads the language detector only when an article's language is said nowhere: its tables are large. */
export async function prepareInFull(request: PrepareRequest): Promise<Prepared> {
  const prepared = prepare(request, null)
  const unsaid = prepared.kind === 'feed' && prepared.entries.some((entry) => entry.article.language === null)
  return unsaid ? prepare(request, await loadLanguageDetector()) : prepared
}
