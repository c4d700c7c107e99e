import type { Article } from '../core/domain/article.ts'
import type { FeedDocument } from '../core/domain/feed-document.ts'
import type { Reply } from '../core/domain/reply.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { Warning } from '../core/domain/warning.ts'
import { decode } from '../core/parse/decode.ts'
import { parseFeed } from '../core/parse/parse-feed.ts'
import { prepareInFull } from '../core/prepare.ts'

/** A document to parse, and what is known about it. */
export interface DocumentRequest {
  /** A file, a web address, or - for standard input. */
  readonly from: string
  readonly contentType: string | null
  readonly baseUrl: string | null
  /** Whether the normalised articles are wanted too. */
  readonly articles: boolean
  readonly now: number
}

export interface ParsedDocument {
  readonly document: FeedDocument
  readonly articles: readonly Article[] | null
  /** Each warning with the line of the document it is about, if it is about one. */
  readonly warnings: readonly { readonly warning: Warning; readonly line: string | null }[]
}

/** Parses one document and returns everything found in it; stores nothing. */
export async function parseDocument(
  request: DocumentRequest,
  read: (file: string) => Promise<Uint8Array>,
  get: (url: string) => Promise<Reply>,
): Promise<ParsedDocument> {
  const { bytes, contentType, headers, url } = await bytesOf(request, read, get)
  const document = parseFeed(bytes, { contentType, headers, url })
  const lines = decode(bytes, { contentType }).text.split(/\r\n|\r|\n/)
  const warnings = document.warnings.map((warning) => ({
    warning,
    line: warning.at && (lines[warning.at.line - 1] ?? null),
  }))
  if (!request.articles) return { document, articles: null, warnings }
  const prepared = await prepareInFull({
    layered: false,
    fetched: { body: bytes, contentType, headers, url: url ?? 'https://unknown.invalid/' },
    feed: 0,
    source: {
      url: url ?? 'https://unknown.invalid/',
      tab: null,
      category: null,
      name: null,
      language: null,
    },
    known: new Uint8Array(),
    now: request.now,
  })
  return {
    document,
    articles: prepared.kind === 'feed' ? prepared.entries.map((entry) => entry.article) : [],
    warnings,
  }
}

async function bytesOf(
  { from, contentType, baseUrl }: DocumentRequest,
  read: (file: string) => Promise<Uint8Array>,
  get: (url: string) => Promise<Reply>,
) {
  if (!/^https?:\/\//i.test(from)) return { bytes: await read(from), contentType, headers: {}, url: baseUrl }
  const reply = await get(from)
  if (reply.kind === 'noAnswer') throw new Trouble(`${from}: ${reply.message}`)
  if (reply.status >= 400) throw new Trouble(`${from}: the server answered ${reply.status}`)
  const type = contentType ?? reply.headers['content-type'] ?? null
  return { bytes: reply.body, contentType: type, headers: reply.headers, url: baseUrl ?? reply.url }
}
