import { printBytes } from './dedup/print/print-bytes.ts'
import type { Article } from './domain/article.ts'
import type { Entry } from './domain/entry.ts'
import type { Fetched } from './domain/outcome.ts'
import type { Prepared, PreparedEntry } from './domain/prepared.ts'
import type { SourceRequest } from './domain/source.ts'
import { articleDate } from './normalize/article-date.ts'
import { languageSample } from './normalize/article-language.ts'
import { plainTitle } from './normalize/article-title.ts'
import { newestEntries } from './normalize/newest-entries.ts'
import { type NormalizeContext, normalizeEntry } from './normalize/normalize-entry.ts'
import { entriesOfSharedPages } from './normalize/shared-address.ts'
import { parseFeed } from './parse/parse-feed.ts'
import { type DetectLanguage, loadLanguageDetector } from './text/detect-language.ts'
import { finalCategory } from './text/final-category.ts'
import { keyHash } from './text/key-hash.ts'
import { packHashes, rawHash, unpackHashes } from './text/raw-hash.ts'
import { storable } from './text/storable.ts'

/** The input of `prepare`: plain data, so that it can be sent to a worker thread. */
export interface PrepareRequest {
  readonly fetched: Pick<Fetched, 'body' | 'contentType' | 'headers' | 'url'>
  readonly feed: number
  readonly source: Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'language' | 'private'>
  /** Raw hashes of known, unchanged entries, packed into one array. */
  readonly known: Uint8Array
  readonly now: number
  /** Whether prints include what only the policy `layered` compares. */
  readonly layered: boolean
  /** None unless given. */
  readonly bounds?: PrepareBounds
}

/** How much of one document is taken. */
export interface PrepareBounds {
  /** The most entries of the document, the newest. */
  readonly entries: number
  /** How many of the newest entries are news; the others are backlog. Null: all. */
  readonly fresh: number | null
}

/** An entry without its print, which depends on the language. */
type Unprinted = Omit<PreparedEntry, 'print'>
type PreparedFeed = Extract<Prepared, { kind: 'feed' }>
type UnprintedFeed = Omit<PreparedFeed, 'entries'> & { readonly entries: readonly Unprinted[] }

/**
 * Turns a reply's bytes into articles with prints: parse, normalise, print. Pure, so a worker thread can run it under a
 * deadline.
 */
export function prepare(request: PrepareRequest, detectLanguage: DetectLanguage | null): Prepared {
  const document = readArticles(request)
  return document.kind === 'feed' ? finish(document, detectLanguage, request.layered) : document
}

/** Like `prepare`, but loads the language detector when an article has no declared language: its tables are large. */
export async function prepareInFull(request: PrepareRequest): Promise<Prepared> {
  const document = readArticles(request)
  if (document.kind !== 'feed') return document
  const unsaid = document.entries.some((entry) => entry.article.language === null)
  return finish(document, unsaid ? await loadLanguageDetector() : null, request.layered)
}

/**
 * Parses and normalises. Entries with a known raw hash are skipped before normalising: usually most of a changed feed.
 */
function readArticles(request: PrepareRequest): UnprintedFeed | Exclude<Prepared, PreparedFeed> {
  const { fetched, source } = request
  const document = parseFeed(fetched.body, fetched)
  if (document.kind === 'notAFeed') return document

  const known = unpackHashes(request.known)
  // In a document that broke off, the last entry may be incomplete: it is left for the next poll.
  const whole = document.entries.filter((entry) => entry.complete)
  const context: NormalizeContext = {
    feed: request.feed,
    feedUrl: fetched.url,
    source,
    document: document.feed,
    now: request.now,
    detectLanguage: null,
  }
  const hashes = document.entries.map((entry) => rawHash(entry.raw))
  const taken = takenEntries(whole, request)
  const shared = sharedGuids(document.entries)
  const onSharedPages = entriesOfSharedPages(document.entries)
  const entries: Unprinted[] = []
  let malformed = 0
  for (const [i, entry] of document.entries.entries()) {
    if (known.has(hashes[i]!) || !taken.all.has(entry)) continue
    const prepared = prepareEntry(entry, hashes[i]!, context, {
      sharesGuid: shared.has(entry.guid?.value ?? ''),
      sharesPage: onSharedPages.has(entry),
      backlog: !taken.fresh.has(entry),
    })
    if (prepared === null) malformed++
    else entries.push(prepared)
  }
  const { title } = document.feed
  return {
    kind: 'feed',
    version: document.version,
    encoding: document.encoding.name,
    title: storable(title && plainTitle(title)),
    refresh: document.refresh,
    entryCount: document.entries.length,
    malformed,
    cutOff: whole.length - taken.all.size,
    valid: document.recovered === 'strict',
    complete: document.complete,
    rawHashes: packHashes(hashes.filter((_, i) => taken.all.has(document.entries[i]!))),
    entries: onePerKey(entries),
    warnings: document.warnings,
  }
}

const UNBOUNDED: PrepareBounds = { entries: Number.POSITIVE_INFINITY, fresh: null }

/** The entries of a document that are recorded, and those of them that are news. */
function takenEntries(whole: readonly Entry[], { bounds = UNBOUNDED, now }: PrepareRequest) {
  const all = newestEntries(whole, bounds.entries, now)
  return { all, fresh: bounds.fresh === null ? all : freshEntries(whole, bounds.fresh, now) }
}

/** Of a document without any dates so many entries are news; which of them are new cannot be known. */
const UNDATED_FRESH = 3

/**
 * The news of a document that is read for the first time: its newest entries. Those without a date may be of any year, so they
 * are none, except the first few of a document that has no dates at all.
 */
function freshEntries(whole: readonly Entry[], most: number, now: number): ReadonlySet<Entry> {
  const dated = whole.filter(({ dates }) => !articleDate(dates, now).dateUncertain)
  return dated.length === 0 ? new Set(whole.slice(0, Math.min(most, UNDATED_FRESH))) : newestEntries(dated, most, now)
}

interface EntryFacts {
  readonly sharesGuid: boolean
  readonly sharesPage: boolean
  readonly backlog: boolean
}

function prepareEntry(
  entry: Entry,
  hash: string,
  context: NormalizeContext,
  { sharesGuid, sharesPage, backlog }: EntryFacts,
): Unprinted | null {
  const normalized = normalizeEntry(entry, context, { sharesPage })
  if (normalized.kind === 'malformed') return null
  const article = backlog ? { ...normalized.article, backlog } : normalized.article
  const name = sharesGuid ? `${article.guid}\n${article.url ?? article.title}` : article.guid
  return { guidKey: keyHash(name), rawHash: hash, article }
}

/** Detects missing languages and makes the prints, which depend on them. */
function finish(document: UnprintedFeed, detect: DetectLanguage | null, layered: boolean): PreparedFeed {
  const entries = document.entries.map(({ guidKey, rawHash, article: read }): PreparedEntry => {
    const detected = read.language === null && detect !== null ? detect(languageSample(read.title, read.text)) : null
    const article = detected === null ? read : inLanguage(read, detected)
    return { guidKey, rawHash, article, print: printBytes(article, { guidKey, layered }) }
  })
  return { ...document, entries }
}

/** The article with its detected language, and what follows from that. */
function inLanguage(read: Article, language: string): Article {
  const article = { ...read, language }
  return { ...article, finalCategory: finalCategory(article) }
}

/**
 * Guids that several entries of the document share: for these the address becomes part of the key, so that no entry is
 * lost.
 */
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

/** Keeps the first of several entries with the same key. */
function onePerKey(entries: readonly Unprinted[]): Unprinted[] {
  return [...new Map(entries.toReversed().map((entry) => [entry.guidKey, entry])).values()].toReversed()
}
