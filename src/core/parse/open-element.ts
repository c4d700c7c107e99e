import { innerBase } from './absolute.ts'
import { emptyEntry, emptyFeed } from './builders.ts'
import { endsText } from './ends-text.ts'
import { type RootKind, rootKind, versionOf } from './feed-root.ts'
import { type Attributes, attributeIn } from './field.ts'
import { entryTable } from './fields-entry.ts'
import { feedTable } from './fields-feed.ts'
import { fieldName, innerScope, type Scope, shortName } from './namespaces.ts'
import { ownCopy } from './own-copy.ts'
import {
  cleaned,
  decoded,
  enter,
  type Frame,
  finishCapture,
  frameFor,
  ignored,
  leave,
  type Reader,
  topFrame,
} from './reader.ts'
import { inside, type Rule } from './rule.ts'
import type { LeafContent, StartTag } from './scan.ts'

interface Element {
  readonly tag: StartTag
  readonly name: string
  readonly attributes: Attributes
  readonly base: string | null
  readonly language: string | null
  readonly scope: Scope
}

const noAttributes: Attributes = []
const noText = () => ''

/**
 * The longest archives have some ten thousand entries; without a limit, fifty megabytes of empty items would fill
 * gigabytes.
 */
const maxEntries = 50_000

/** Handles a start tag: markup inside a field, a root element, an entry, a field with a rule, or an element to skip. */
export function openElement(reader: Reader, tag: StartTag): void {
  if (reader.tooDeep > 0) {
    if (!tag.selfClosing) reader.tooDeep += 1
    return
  }
  if (reader.capture !== null && !interrupts(reader, tag)) {
    reader.capture.hasMarkup = true
    if (!tag.selfClosing && tag.name === reader.capture.tagName) reader.capture.nested += 1
    return
  }
  const outer = topFrame(reader)
  const element = elementIn(reader, outer, tag)
  reader.firstElement ??= tag.name.toLowerCase()
  const kind = rootKind(element.name)
  if (kind !== null && beginsFeed(reader, element, kind)) openRoot(reader, element, kind)
  else if (reader.version === null) stepOver(reader, element)
  else if (isEntry(element.name)) openEntry(reader, element)
  else if (element.name === 'channel' && outer.role === 'root') openChannel(reader, element)
  else openField(reader, outer, element)
}

/**
 * Handles an element that holds only text in one step: a field with a rule, or an element to skip; false for all
 * others.
 */
export function takeLeafField(reader: Reader, tag: StartTag, { start, end, isCdata }: LeafContent): boolean {
  if (reader.version === null || reader.capture !== null || reader.tooDeep > 0) return false
  const outer = topFrame(reader)
  const element = tag.count === 0 ? null : elementIn(reader, outer, tag)
  const name = element?.name ?? fieldName(outer.scope, tag.name)
  const rule = outer.table.get(name)
  if (rule === undefined) return element === null && stepsOver(outer, name)
  if (rule.reads !== 'text') return false
  const { base, language, scope } = element ?? outer
  const attributes = element?.attributes ?? noAttributes
  const text = () => (isCdata ? cleaned : decoded)(reader, start, end)
  const { onBadReference } = reader
  rule.take(outer.builder, { attributes, base, language, scope, text, markup: null, markupAt: end, onBadReference })
  return true
}

/** True for an element that can be skipped: it has no rule, begins no feed or entry, and its text is not used. */
function stepsOver(outer: Frame, name: string): boolean {
  if (outer.leave !== null || outer.table === ignored.table) return false
  return !isEntry(name) && rootKind(name) === null
}

/** True when an entry, or a field that cannot be inside a text, begins inside a text: the text's end tag is missing. */
function interrupts(reader: Reader, tag: StartTag): boolean {
  const capture = reader.capture!
  const name = fieldName(capture.scope, tag.name)
  if (!isEntry(name) && !endsText(name, capture.name)) return false
  reader.warnings.add('unclosed-tag', `${capture.tagName} is never closed`, capture.start)
  finishCapture(reader, tag.start)
  return true
}

function isEntry(name: string): boolean {
  return name === 'item' || name === 'atom:entry' || name === 'entry' || name === 'atom:item'
}

function elementIn(reader: Reader, outer: Frame, tag: StartTag): Element {
  if (tag.count === 0) {
    const { base, language, scope } = outer
    return { tag, name: fieldName(scope, tag.name), attributes: noAttributes, base, language, scope }
  }
  const attributes = attributesOf(reader, tag)
  const scope = declares(tag) ? scopeInside(reader, outer.scope, attributes) : outer.scope
  const base = attributeIn(attributes, 'xml:base')
  const language = attributeIn(attributes, 'xml:lang')
  return {
    tag,
    name: fieldName(scope, tag.name),
    attributes,
    base: base === undefined ? outer.base : innerBase(base, outer.base),
    language: language === undefined ? outer.language : language.trim() || null,
    scope,
  }
}

function attributesOf(reader: Reader, tag: StartTag): Attributes {
  const attributes: string[] = []
  for (let at = 0; at < tag.count; at += 1) {
    const name = lowerCase(tag.names[at]!)
    if (attributeIn(attributes, name) === undefined)
      attributes.push(name, decoded(reader, tag.starts[at]!, tag.ends[at]!))
  }
  return attributes
}

const lowerCased = new Map<string, string>()

/**
 * Caches lower-cased names: lower-casing a slice of a document with wide characters is measurably slow, and feeds use
 * few names.
 */
function lowerCase(name: string): string {
  const known = lowerCased.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerCased.size < 1024 && name.length < 64) lowerCased.set(ownCopy(name), ownCopy(lower))
  return lower
}

function declares({ names, count }: StartTag): boolean {
  for (let at = 0; at < count; at += 1) if (names[at]!.startsWith('xmlns')) return true
  return false
}

function scopeInside(reader: Reader, outer: Scope, attributes: Attributes): Scope {
  const declarations: [string, string][] = []
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at]!
    if (name === 'xmlns' || name.startsWith('xmlns:')) declarations.push([name.slice(6), attributes[at + 1]!])
  }
  return innerScope(outer, declarations, reader.own)
}

/** A second root element counts only after the first has ended; a `<feed>` tag inside a page begins no feed. */
function beginsFeed(reader: Reader, { name }: Element, kind: RootKind): boolean {
  if (reader.version !== null) return reader.frames.length === 0
  const inPage = reader.frames.some((frame) => frame.tagName.toLowerCase() === 'html')
  return !inPage || kind === 'rss' ? name !== 'channel' || !inPage : name === 'atom:feed' || kind === 'rdf'
}

function openRoot(reader: Reader, element: Element, kind: RootKind): void {
  const { tag, attributes, base, language } = element
  if (reader.version === null) {
    reader.own = kind === 'atom' ? 'atom' : 'rss'
    reader.version = versionOf(kind, attributes)
    reader.feed = emptyFeed({ base, language })
  } else reader.warnings.add('second-root', 'a second document follows; its entries are kept too', tag.start)
  const scope = ownScope(reader, element)
  enter(reader, frameFor(tag.name, 'root', { base, language, scope }, inside(feedTable, reader.feed)))
  if (tag.selfClosing) leave(reader, tag.end)
}

/**
 * Elements without a namespace, or in one that the publisher invented, belong to the feed's format as its root element
 * does.
 */
function ownScope({ own }: Reader, { tag, attributes, scope }: Element): Scope {
  const colon = tag.name.indexOf(':')
  const prefix = colon < 0 ? '' : tag.name.slice(0, colon).toLowerCase()
  const unclaimed = ['', prefix].filter((one) => {
    const address = attributeIn(attributes, one === '' ? 'xmlns' : `xmlns:${one}`)
    return address === undefined ? one === '' : shortName(address) === null
  })
  const claims = [...new Set(unclaimed)].map((one): [string, string] => [one, ''])
  return claims.length === 0 ? scope : innerScope(scope, claims, own)
}

function openEntry(reader: Reader, element: Element): void {
  const { tag, attributes, base, language, scope } = element
  const open = reader.frames.findLastIndex((frame) => frame.role === 'entry')
  if (open >= 0) {
    reader.warnings.add('unclosed-tag', `${reader.frames[open]!.tagName} is never closed`, tag.start)
    while (reader.frames.length > open) leave(reader, tag.start)
  }
  if (reader.entries.length >= maxEntries) {
    reader.warnings.add('too-many-entries', `entries beyond ${maxEntries} were left out`, tag.start)
    stepOver(reader, element)
    return
  }
  const builder = emptyEntry({ base, language }, tag.start)
  builder.about = attributeIn(attributes, 'rdf:about')?.trim() || null
  enter(reader, frameFor(tag.name, 'entry', { base, language, scope }, inside(entryTable, builder)))
  if (tag.selfClosing) leave(reader, tag.end)
}

function openChannel(reader: Reader, { tag, attributes, base, language, scope }: Element): void {
  if (attributeIn(attributes, 'xml:lang') !== undefined) reader.feed.channelLanguage ??= language
  if (tag.selfClosing) return
  enter(reader, frameFor(tag.name, 'root', { base, language, scope }, inside(feedTable, reader.feed)))
}

function openField(reader: Reader, outer: Frame, element: Element): void {
  const rule = outer.table.get(element.name)
  if (rule === undefined) stepOver(reader, element)
  else if (rule.reads === 'children') goInto(reader, outer, element, rule)
  else gather(reader, outer, element, rule)
}

function stepOver(reader: Reader, { tag, base, language, scope }: Element): void {
  if (!tag.selfClosing) enter(reader, frameFor(tag.name, 'other', { base, language, scope }, ignored))
}

function goInto(reader: Reader, outer: Frame, element: Element, rule: Rule<unknown> & { reads: 'children' }): void {
  const { tag, attributes, base, language, scope } = element
  const entered = rule.enter(outer.builder, {
    attributes,
    base,
    language,
    scope,
    text: noText,
    markup: null,
    markupAt: tag.end,
    onBadReference: reader.onBadReference,
  })
  enter(reader, frameFor(tag.name, 'other', { base, language, scope }, entered))
  if (tag.selfClosing) leave(reader, tag.end)
}

function gather(reader: Reader, outer: Frame, element: Element, rule: Rule<unknown>): void {
  const { tag, attributes, base, language, scope } = element
  reader.capture = {
    tagName: tag.name,
    name: element.name,
    rule,
    builder: outer.builder,
    attributes,
    base,
    language,
    scope,
    start: tag.start,
    contentStart: tag.end,
    nested: 0,
    hasMarkup: false,
    spans: [],
  }
  if (tag.selfClosing) finishCapture(reader, tag.end)
}
