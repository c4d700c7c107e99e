import type { Entry } from '../domain/entry.ts'
import type { FeedVersion } from '../domain/feed-document.ts'
import { type EntryDraft, type FeedDraft, feedDraft, type Surroundings } from './drafts.ts'
import type { Attributes, Field } from './field.ts'
import { finishEntry } from './finish-entry.ts'
import { languageOf } from './finish-feed.ts'
import { rootScope, type Scope } from './namespaces.ts'
import { decodeReferences, type OnBadReference } from './references.ts'
import type { Inside, Rule, Table } from './rule.ts'
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
  readonly name: string
  readonly rule: Rule<unknown>
  readonly draft: unknown
  readonly attributes: Attributes
  readonly scope: Scope
  readonly start: number
  readonly contentStart: number
  /** How many elements of the same name are open inside it. */
  nested: number
  hasMarkup: boolean
  /** Its character data as start, end, and 1 for CDATA; decoded only if somebody asks. */
  readonly spans: number[]
}

/** Everything one pass over a document knows so far. */
export interface Reader {
  readonly text: string
  readonly warnings: Warnings
  readonly base: string | null
  /** Whether the text holds characters XML does not allow. */
  readonly dirty: boolean
  readonly onBadReference: OnBadReference
  readonly frames: Frame[]
  /** The document around the outermost element. */
  readonly ground: Frame
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
const notAllowed = /[\0-\x08\x0b\x0c\x0e-\x1f]/
const allNotAllowed = new RegExp(notAllowed, 'g')

/** Inside what we do not know, nothing is ours. */
export const ignored: Inside = { table: new Map(), draft: null }

/** A decoded document. */
export interface ReaderInput {
  readonly text: string
  readonly mayHoldControls: boolean
}

/** A reader before its first element. */
export function startReader({ text, mayHoldControls }: ReaderInput, base: string | null, warnings: Warnings): Reader {
  const firstBad = mayHoldControls ? text.search(notAllowed) : -1
  if (firstBad >= 0) warnings.add('control-character', 'a character XML does not allow was dropped', firstBad)
  return {
    text,
    warnings,
    base,
    dirty: firstBad >= 0,
    onBadReference: badReferences(warnings),
    frames: [],
    ground: frameFor('', 'other', { base, language: null, scope: rootScope('rss') }, ignored),
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

/** The innermost open element; outside all of them, the document. */
export function topFrame({ frames, ground }: Reader): Frame {
  return frames.length === 0 ? ground : frames[frames.length - 1]!
}

/** Where a frame stands. */
export interface FramePlace extends Surroundings {
  readonly scope: Scope
}

/** A frame for an element with the rules that hold inside it. */
export function frameFor(
  tagName: string,
  role: Frame['role'],
  place: FramePlace,
  { table, draft, leave }: Inside,
): Frame {
  const { base, language, scope } = place
  return { tagName, role, table, draft, base, language, scope, leave: leave ?? null, stray: '' }
}

/** The characters of a stretch of the document. */
export function cleaned(reader: Reader, start: number, end: number): string {
  const raw = reader.text.slice(start, end)
  return reader.dirty ? raw.replace(allNotAllowed, '') : raw
}

/** The same with references decoded; those that are none become warnings. */
export function decoded(reader: Reader, start: number, end: number): string {
  const text = decodeReferences(reader.text.slice(start, end), reader.onBadReference, start)
  return reader.dirty ? text.replace(allNotAllowed, '') : text
}

function badReferences(warnings: Warnings): OnBadReference {
  return (name, offset) => {
    if (name === null) warnings.add('bare-ampersand', 'an ampersand that begins no reference is text', offset)
    else warnings.add('undefined-entity', `the entity ${name} is not defined`, offset)
  }
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
  const capture = reader.capture!
  reader.capture = null
  if (capture.rule.reads === 'text') capture.rule.take(capture.draft, gatheredField(reader, capture, end))
}

function gatheredField(reader: Reader, capture: Capture, end: number): Field {
  const { attributes, base, language, scope, spans, hasMarkup, contentStart } = capture
  return {
    attributes,
    base,
    language,
    scope,
    text: () => characters(reader, spans),
    markup: hasMarkup ? cleaned(reader, contentStart, end) : null,
    markupAt: contentStart,
    onBadReference: reader.onBadReference,
  }
}

function characters(reader: Reader, spans: readonly number[]): string {
  let text = ''
  for (let at = 0; at < spans.length; at += 3)
    text += (spans[at + 2] === 1 ? cleaned : decoded)(reader, spans[at]!, spans[at + 1]!)
  return text
}
