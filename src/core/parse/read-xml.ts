import type { Entry } from '../domain/entry.ts'
import type { FeedVersion } from '../domain/feed-document.ts'
import type { FeedBuilder } from './builders.ts'
import { closeElement } from './close-element.ts'
import { distinct } from './finish-entry.ts'
import { openElement, takeLeafField } from './open-element.ts'
import {
  cleaned,
  decoded,
  type Frame,
  finishCapture,
  ignored,
  leave,
  type Reader,
  type ReaderInput,
  startReader,
} from './reader.ts'
import { type LeafContent, type ScanFlaw, type StartTag, scan } from './scan.ts'
import type { Warnings } from './warnings.ts'

/** What an XML document held; `version` is null when it has no feed. */
export interface ParsedXml {
  readonly version: FeedVersion | null
  readonly feed: FeedBuilder
  readonly entries: readonly Entry[]
  readonly complete: boolean
  /** The first element, in lower case: names the kind of document when it is not a feed. */
  readonly firstElement: string | null
}

const flawMessages: Readonly<Record<ScanFlaw, string>> = {
  'bare-less-than': 'a < that opens no tag is text',
  'attribute-unquoted': 'an attribute has no quotes around its value',
  unterminated: 'the document ends inside a tag',
}

/** Parses XML in one pass: the feed's elements fill a record, entries are finished at their end tags. */
export function readXml(input: ReaderInput, base: string | null, warnings: Warnings): ParsedXml {
  const reader = startReader(input, base, warnings)
  scan(input.text, {
    open: (tag) => openElement(reader, tag),
    leaf: (tag, content) => takeLeaf(reader, tag, content),
    close: (tagName, start, end) => closeElement(reader, tagName, start, end),
    text: (start, end) => takeText(reader, start, end, false),
    cdata: (start, end) => takeText(reader, start, end, true),
    flaw: (code, offset) => warnings.add(code, flawMessages[code], offset),
  })
  finish(reader)
  const { version, feed, firstElement } = reader
  return { version, feed, entries: withFeedAuthors(reader), complete: !reader.brokenOff, firstElement }
}

/**
 * Handles an element with only text: in one step when it is a field with a rule or can be skipped, else as start tag,
 * text and end tag.
 */
function takeLeaf(reader: Reader, tag: StartTag, content: LeafContent): void {
  if (takeLeafField(reader, tag, content)) return
  const { start, end, isCdata, closeStart, closeEnd } = content
  const { name } = tag
  openElement(reader, tag)
  if (end > start) takeText(reader, start, end, isCdata)
  closeElement(reader, name, closeStart, closeEnd)
}

function takeText(reader: Reader, start: number, end: number, isCdata: boolean): void {
  if (reader.capture !== null) {
    reader.capture.spans.push(start, end, isCdata ? 1 : 0)
    return
  }
  const frame = listening(reader)
  if (frame !== null) frame.stray += (isCdata ? cleaned : decoded)(reader, start, end)
}

/**
 * The innermost open element that uses its own text; unexpected markup, such as a paragraph in an author, is looked
 * through.
 */
function listening({ frames }: Reader): Frame | null {
  for (let depth = frames.length - 1; depth >= 0; depth -= 1) {
    const frame = frames[depth]!
    if (frame.leave !== null) return frame
    if (frame.table !== ignored.table) return null
  }
  return null
}

function finish(reader: Reader): void {
  const { text, warnings, version } = reader
  if ((reader.frames.length > 0 || reader.capture !== null) && version !== null) {
    reader.brokenOff = true
    warnings.add('truncated', 'the document ends before its last element does', text.length)
  }
  if (reader.capture !== null) finishCapture(reader, text.length)
  while (reader.frames.length > 0) leave(reader, text.length)
}

/** RFC 4287 section 4.2.1: an entry without authors has the feed's. */
function withFeedAuthors({ version, feed, entries }: Reader): readonly Entry[] {
  const authors = distinct(feed.creators.length > 0 ? feed.creators : feed.authors)
  if (authors.length === 0 || !version?.startsWith('atom')) return entries
  return entries.map((entry) => (entry.authors.length > 0 ? entry : { ...entry, authors }))
}
