import type { Entry } from '../domain/entry.ts'
import type { FeedVersion } from '../domain/feed-document.ts'
import { type EntryDraft, type FeedDraft, feedDraft, type Surroundings } from './drafts.ts'
import type { Attributes } from './field.ts'
import { finishEntry } from './finish-entry.ts'
import { languageOf } from './finish-feed.ts'
import { rootScope, type Scope } from './namespaces.ts'
import { decodeReferences } from './references.ts'
import type { Rule, Table } from './rule.ts'
import type { Warnings } from './warnings.ts'

/** An element the reader is inside of. */
export interface Frame extends Surroundings {
  readonly tagName: string
  readonly role: 'root' | 'entry' | 'other'
  readonly table: Table<unknown>
  readonly draft: unknown
  readonly scope: Scope
  readonly leave: ((stray: string) => void) | null
  stray: string
}

/** A field whose text is being gathered. */
export interface Capture extends Surroundings {
  readonly tagName: string
  readonly rule: Rule<unknown>
  readonly draft: unknown
  readonly attributes: Attributes
  readonly scope: Scope
  readonly start: number
  readonly contentStart: number
  /** How many elements of the same name are open inside it. */
  nested: number
  hasMarkup: boolean
  text: string
}

/** Everything one pass over a document knows so far. */
export interface Reader {
  readonly text: string
  readonly warnings: Warnings
  readonly base: string | null
  /** Whether the text holds characters XML does not allow. */
  readonly dirty: boolean
  readonly frames: Frame[]
  readonly entries: Entry[]
  feed: FeedDraft
  version: FeedVersion | null
  /** What elements without a namespace belong to. */
  own: 'rss' | 'atom'
  capture: Capture | null
  tooDeep: number
  firstElement: string | null
  brokenOff: boolean
}

/** Feeds nest six or seven levels; deeper elements are counted, not kept. */
const maxDepth = 200
const notAllowed = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const allNotAllowed = new RegExp(notAllowed, 'g')

/** Inside what we do not know, nothing is ours. */
export const ignored: Table<unknown> = new Map()

/** A reader before its first element. */
export function startReader(text: string, base: string | null, warnings: Warnings): Reader {
  const firstBad = text.search(notAllowed)
  if (firstBad >= 0) warnings.add('control-character', 'a character XML does not allow was dropped', firstBad)
  return {
    text,
    warnings,
    base,
    dirty: firstBad >= 0,
    frames: [],
    entries: [],
    feed: feedDraft({ base, language: null }),
    version: null,
    own: 'rss',
    capture: null,
    tooDeep: 0,
    firstElement: null,
    brokenOff: false,
  }
}

const outermostScope = rootScope('rss')

/** The innermost open element; outside all of them, the document. */
export function topFrame(reader: Reader): Frame {
  return reader.frames.at(-1) ?? plainFrame('', { base: reader.base, language: null, scope: outermostScope })
}

/** A frame in which nothing is ours. */
export function plainFrame(
  tagName: string,
  { base, language, scope }: Surroundings & { readonly scope: Scope },
): Frame {
  return { tagName, role: 'other', table: ignored, draft: null, base, language, scope, leave: null, stray: '' }
}

/** The characters of a stretch of the document. */
export function cleaned(reader: Reader, start: number, end: number): string {
  const raw = reader.text.slice(start, end)
  return reader.dirty ? raw.replace(allNotAllowed, '') : raw
}

/** The same with references decoded; those that are none become warnings. */
export function decoded(reader: Reader, start: number, end: number): string {
  const raw = reader.text.slice(start, end)
  const text = decodeReferences(raw, (name, at) => {
    if (name === null)
      reader.warnings.add('bare-ampersand', 'an ampersand that begins no reference is text', start + at)
    else reader.warnings.add('undefined-entity', `the entity ${name} is not defined`, start + at)
  })
  return reader.dirty ? text.replace(allNotAllowed, '') : text
}

/** Goes into an element. */
export function enter(reader: Reader, frame: Frame): void {
  if (reader.frames.length < maxDepth) reader.frames.push(frame)
  else {
    reader.tooDeep = 1
    reader.warnings.add('too-deep', `elements nested deeper than ${maxDepth} were left out`, null)
  }
}

/** Leaves the innermost element, whose end tag ends at `end`; an entry is finished here. */
export function leave(reader: Reader, end: number): void {
  const frame = reader.frames.pop()!
  frame.leave?.(frame.stray)
  if (frame.role !== 'entry') return
  const draft = frame.draft as EntryDraft
  const raw = reader.text.slice(draft.start, end)
  reader.entries.push(finishEntry(draft, { raw, complete: !reader.brokenOff, feedLanguage: languageOf(reader.feed) }))
}

/** Hands the gathered field, which ends before `end`, to its rule. */
export function finishCapture(reader: Reader, end: number): void {
  const { rule, draft, attributes, base, language, scope, text, hasMarkup, contentStart } = reader.capture!
  reader.capture = null
  const markup = hasMarkup ? cleaned(reader, contentStart, end) : null
  if (rule.reads === 'text') rule.take(draft, { attributes, base, language, scope, text, markup })
}
