import type { Entry } from '../domain/entry.ts'
import type { FeedVersion } from '../domain/feed-document.ts'
import { type ElementContext, type EntryBuilder, emptyFeed, type FeedBuilder } from './builders.ts'
import type { Attributes, Field } from './field.ts'
import { finishEntry } from './finish-entry.ts'
import { languageOf } from './finish-feed.ts'
import { rootScope, type Scope } from './namespaces.ts'
import { decodeReferences, type OnBadReference } from './references.ts'
import type { Inside, Rule, Table } from './rule.ts'
import type { Warnings } from './warnings.ts'

/** An open element. */
export interface Frame extends ElementContext {
  readonly tagName: string
  readonly role: 'root' | 'entry' | 'other'
  readonly table: Table<unknown>
  readonly builder: unknown
  readonly scope: Scope
  readonly leave: ((stray: string) => void) | null
  stray: string
}

/** A field whose text is being collected. */
export interface Capture extends ElementContext {
  readonly tagName: string
  readonly name: string
  readonly rule: Rule<unknown>
  readonly builder: unknown
  readonly attributes: Attributes
  readonly scope: Scope
  readonly start: number
  readonly contentStart: number
  /** How many elements of the same name are open inside it. */
  nested: number
  hasMarkup: boolean
  /** Its character data as triples: start, end, and 1 for CDATA. Decoded only when the rule asks for the text. */
  readonly spans: number[]
}

/** The state of one pass over a document. */
export interface Reader {
  readonly text: string
  readonly warnings: Warnings
  readonly base: string | null
  /** Whether the text holds characters that XML does not allow. */
  readonly dirty: boolean
  readonly onBadReference: OnBadReference
  readonly frames: Frame[]
  /** The frame around the outermost element. */
  readonly ground: Frame
  readonly entries: Entry[]
  feed: FeedBuilder
  version: FeedVersion | null
  /** The namespace of elements without one. */
  own: 'rss' | 'atom'
  capture: Capture | null
  tooDeep: number
  firstElement: string | null
  brokenOff: boolean
}

/** Feeds nest six or seven levels; deeper elements are counted, but get no frame. */
const maxDepth = 200
const notAllowed = /[\0-\x08\x0b\x0c\x0e-\x1f]/
const allNotAllowed = new RegExp(notAllowed, 'g')

/** Inside an unknown element no rules apply. */
export const ignored: Inside = { table: new Map(), builder: null }

/** A decoded document. */
export interface ReaderInput {
  readonly text: string
  readonly mayHoldControls: boolean
}

/** A reader at the start of a document. */
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
    feed: emptyFeed({ base, language: null }),
    version: null,
    own: 'rss',
    capture: null,
    tooDeep: 0,
    firstElement: null,
    brokenOff: false,
  }
}

/** The innermost open element; outside of all elements, the document. */
export function topFrame({ frames, ground }: Reader): Frame {
  return frames.length === 0 ? ground : frames[frames.length - 1]!
}

/** The position of a new frame: base, language and namespaces. */
export interface FrameContext extends ElementContext {
  readonly scope: Scope
}

/** Creates a frame for an element, with the rules that apply inside it. */
export function frameFor(
  tagName: string,
  role: Frame['role'],
  context: FrameContext,
  { table, builder, leave }: Inside,
): Frame {
  const { base, language, scope } = context
  return { tagName, role, table, builder, base, language, scope, leave: leave ?? null, stray: '' }
}

/** A slice of the document without the characters that XML does not allow. */
export function cleaned(reader: Reader, start: number, end: number): string {
  const raw = reader.text.slice(start, end)
  return reader.dirty ? raw.replace(allNotAllowed, '') : raw
}

/** A slice with references decoded; invalid references become warnings. */
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

/** Pushes a frame: the reader is inside the element. */
export function enter(reader: Reader, frame: Frame): void {
  if (reader.frames.length < maxDepth) reader.frames.push(frame)
  else {
    reader.tooDeep = 1
    reader.warnings.add('too-deep', `elements nested deeper than ${maxDepth} were left out`, null)
  }
}

/** Pops the innermost frame, whose end tag ends at `end`; finishes an entry. */
export function leave(reader: Reader, end: number): void {
  const frame = reader.frames.pop()!
  frame.leave?.(frame.stray)
  if (frame.role !== 'entry') return
  const builder = frame.builder as EntryBuilder
  const raw = reader.text.slice(builder.start, end)
  reader.entries.push(finishEntry(builder, { raw, complete: !reader.brokenOff, feedLanguage: languageOf(reader.feed) }))
}

/** Passes the collected field, which ends before `end`, to its rule. */
export function finishCapture(reader: Reader, end: number): void {
  const capture = reader.capture!
  reader.capture = null
  if (capture.rule.reads === 'text') capture.rule.take(capture.builder, gatheredField(reader, capture, end))
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
