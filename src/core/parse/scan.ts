import { type Find, type Finders, findersIn } from './finders.ts'

/** A start tag, its attributes as offsets into the document. The scanner reuses one record for every tag. */
export interface StartTag {
  name: string
  start: number
  end: number
  selfClosing: boolean
  unquoted: boolean
  /** How many of the attributes below belong to this tag. */
  count: number
  readonly names: string[]
  readonly starts: number[]
  readonly ends: number[]
}

/** The scanner's callbacks; offsets are into the scanned text. */
export interface TagEvents {
  open(tag: StartTag): void
  /** Called instead of `open`, `text` or `cdata`, and `close` for an element with a single text: most of a feed. */
  leaf(tag: StartTag, content: LeafContent): void
  close(name: string, start: number, end: number): void
  text(start: number, end: number): void
  cdata(start: number, end: number): void
  flaw(code: ScanFlaw, offset: number): void
}

/** The content of a leaf; the scanner reuses one record for every leaf. */
export interface LeafContent {
  start: number
  end: number
  isCdata: boolean
  /** Where the end tag starts and ends. */
  closeStart: number
  closeEnd: number
}

/** Kinds of faulty markup. */
export type ScanFlaw = 'bare-less-than' | 'attribute-unquoted' | 'unterminated'

/** Further attributes of one tag are skipped: no publisher needs more, and an attacker must not fill the memory. */
const maxAttributes = 64

const LT = 60
const GT = 62
const SLASH = 47
const EQUALS = 61
const BANG = 33
const QUESTION = 63
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39

/**
 * Tokenizes a document in one pass: never fails, never reads a stretch twice. Written by hand on `indexOf`:
 * htmlparser2's tokenizer reads every character in JavaScript and took twice the time over real feeds; it also takes `2
 * <3` for a tag, and an unclosed quote for the rest of the document.
 */
export function scan(text: string, events: TagEvents): void {
  const leaf: LeafContent = { start: 0, end: 0, isCdata: false, closeStart: 0, closeEnd: 0 }
  const scanner: Scanner = { text, tag: emptyTag(), leaf, closeName: '', find: findersIn(text) }
  let textStart = 0
  for (let lt = text.indexOf('<'); lt >= 0; ) {
    const next = text.charCodeAt(lt + 1)
    const end = markupEnd(scanner, lt, next)
    if (end === Number.POSITIVE_INFINITY) {
      tellBrokenOff(text, textStart, lt, events)
      return
    }
    if (end < 0) {
      events.flaw('bare-less-than', lt)
      lt = text.indexOf('<', lt + 1)
      continue
    }
    if (lt > textStart) events.text(textStart, lt)
    textStart = end
    if (next === SLASH) events.close(scanner.closeName, lt, end)
    else if (next === BANG) tellCdata(text, lt, end, events)
    else if (next !== QUESTION) textStart = tellTag(scanner, lt, end, events)
    lt = text.indexOf('<', textStart)
  }
  if (textStart < text.length) events.text(textStart, text.length)
}

interface Scanner {
  readonly text: string
  readonly tag: StartTag
  readonly leaf: LeafContent
  readonly find: Finders
  closeName: string
}

function emptyTag(): StartTag {
  return { name: '', start: 0, end: 0, selfClosing: false, unquoted: false, count: 0, names: [], starts: [], ends: [] }
}

/** Where the markup at `lt` ends; -1 when it is not markup, infinite when the document ends inside it. */
function markupEnd(scanner: Scanner, lt: number, next: number): number {
  if (next === SLASH) return closeTagEnd(scanner, lt)
  if (next === BANG || next === QUESTION) return declarationEnd(scanner.text, lt, scanner.find)
  return isNameStart(next) ? openTagEnd(scanner, lt + 1) : -1
}

/** Reports a start tag, or the whole element when it is a leaf; returns where to continue. */
function tellTag(scanner: Scanner, lt: number, end: number, events: TagEvents): number {
  const { text, tag, leaf } = scanner
  tag.start = lt
  tag.end = end
  tag.selfClosing = text.charCodeAt(end - 2) === SLASH && !attributesReach(tag, end - 2)
  if (tag.unquoted) events.flaw('attribute-unquoted', lt)
  if (tag.selfClosing || !isLeaf(scanner, end)) {
    events.open(tag)
    return end
  }
  events.leaf(tag, leaf)
  return leaf.closeEnd
}

function isLeaf({ text, tag, leaf, find }: Scanner, end: number): boolean {
  const lt = find.lt(end)
  if (lt < 0) return false
  leaf.isCdata = lt === end && text.startsWith('<![CDATA[', lt)
  leaf.start = leaf.isCdata ? end + 9 : end
  leaf.end = leaf.isCdata ? find.cdataEnd(end + 9) : lt
  if (leaf.end < 0) return false
  leaf.closeStart = leaf.isCdata ? leaf.end + 3 : lt
  leaf.closeEnd = leaf.closeStart + tag.name.length + 3
  const closes = text.charCodeAt(leaf.closeStart) === LT && text.charCodeAt(leaf.closeStart + 1) === SLASH
  return closes && text.startsWith(tag.name, leaf.closeStart + 2) && text.charCodeAt(leaf.closeEnd - 1) === GT
}

function tellCdata(text: string, lt: number, end: number, events: TagEvents): void {
  if (text.startsWith('<![CDATA[', lt)) events.cdata(lt + 9, end - 3)
}

function tellBrokenOff(text: string, textStart: number, lt: number, events: TagEvents): void {
  events.flaw('unterminated', lt)
  if (lt > textStart) events.text(textStart, lt)
  if (text.startsWith('<![CDATA[', lt)) events.cdata(lt + 9, text.length)
}

/** True when the slash belongs to an unquoted last value: `<a href=http://a.example/>`. */
function attributesReach(tag: StartTag, slash: number): boolean {
  return tag.count > 0 && tag.ends[tag.count - 1]! > slash
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code >= 0x80
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 12
}

/** The characters that end a name, by their code. */
const nameEnds = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('\t\n\f\r "\'/<>'.includes(String.fromCharCode(code))),
)

function nameEnd(text: string, start: number): number {
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128 && nameEnds[code] === 1) break
  }
  return at
}

/** The end of an end tag; -1 when the next tag begins before it. */
function closeTagEnd(scanner: Scanner, lt: number): number {
  const { text, find } = scanner
  let start = lt + 2
  while (isSpace(text.charCodeAt(start))) start += 1
  if (!isNameStart(text.charCodeAt(start))) return -1
  const end = nameEnd(text, start)
  scanner.closeName = text.slice(start, end)
  if (text.charCodeAt(end) === GT) return end + 1
  const gt = find.gt(end)
  if (gt < 0) return Number.POSITIVE_INFINITY
  return text.slice(end, gt).includes('<') ? -1 : gt + 1
}

function declarationEnd(text: string, lt: number, find: Finders): number {
  if (text.startsWith('<![CDATA[', lt)) return after(find.cdataEnd(lt + 9), 3) ?? Number.POSITIVE_INFINITY
  if (text.startsWith('<!--', lt)) return after(find.commentEnd(lt + 4), 3) ?? tagEnd(lt, find)
  if (text.charCodeAt(lt + 1) === QUESTION) return after(find.instructionEnd(lt + 2), 2) ?? tagEnd(lt, find)
  if (/^<!doctype/i.test(text.slice(lt, lt + 9))) return doctypeEnd(text, lt, find)
  return tagEnd(lt, find)
}

function after(found: number, length: number): number | null {
  return found < 0 ? null : found + length
}

function tagEnd(lt: number, find: Finders): number {
  return after(find.gt(lt), 1) ?? -1
}

/** Skips the internal subset: its entities are never expanded. */
function doctypeEnd(text: string, lt: number, find: Finders): number {
  const end = tagEnd(lt, find)
  const bracket = find.bracket(lt)
  if (bracket < 0 || bracket > end) return end
  for (let close = find.bracketEnd(bracket); close >= 0; close = find.bracketEnd(close + 1)) {
    let next = close + 1
    while (isSpace(text.charCodeAt(next))) next += 1
    if (text.charCodeAt(next) === GT) return next + 1
  }
  return end
}

/** The end of a start tag, and its attributes; -1 when the next tag begins before it. */
function openTagEnd(scanner: Scanner, nameStart: number): number {
  const { text, tag } = scanner
  tag.count = 0
  tag.unquoted = false
  let at = nameEnd(text, nameStart)
  tag.name = text.slice(nameStart, at)
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === GT) return at + 1
    if (code === LT) return -1
    if (isSpace(code) || code === SLASH || code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === EQUALS) at += 1
    else at = attributeEnd(scanner, at)
  }
  return Number.POSITIVE_INFINITY
}

function attributeEnd(scanner: Scanner, start: number): number {
  const { text, tag, find } = scanner
  let at = start
  while (at < text.length && !endsAttributeName(text.charCodeAt(at))) at += 1
  const name = text.slice(start, at)
  at = afterSpace(text, at)
  if (text.charCodeAt(at) !== EQUALS) return note(tag, name, at, at, at, false)
  at = afterSpace(text, at + 1)
  const quote = text.charCodeAt(at)
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = quotedEnd(text, at + 1, quote === DOUBLE_QUOTE ? find.doubleQuote : find.singleQuote)
    return note(tag, name, at + 1, end, text.charCodeAt(end) === quote ? end + 1 : end, true)
  }
  const end = unquotedEnd(text, at)
  return note(tag, name, at, end, end, false)
}

function endsAttributeName(code: number): boolean {
  return code === EQUALS || (code < 128 && nameEnds[code] === 1)
}

function afterSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

function unquotedEnd(text: string, start: number): number {
  let end = start
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (isSpace(code) || code === GT || code === LT) break
  }
  const closesItself = text.charCodeAt(end) === GT && text.charCodeAt(end - 1) === SLASH && end - 1 > start
  return closesItself ? end - 1 : end
}

/**
 * The end of a quoted value. A quote that is never closed, or closed only in the next tag, ends at its own tag's `>`.
 */
function quotedEnd(text: string, start: number, find: Find): number {
  const close = find(start)
  const end = close < 0 ? text.length : close
  const next = text.charCodeAt(end + 1)
  if (close >= 0 && (isSpace(next) || next === GT || next === SLASH || next === QUESTION)) return end
  const value = text.slice(start, end)
  const gt = value.indexOf('>')
  const lt = value.indexOf('<')
  return gt >= 0 && lt > gt ? start + gt : end
}

function note(tag: StartTag, name: string, start: number, end: number, next: number, quoted: boolean): number {
  if (!quoted) tag.unquoted = true
  if (tag.count < maxAttributes) {
    tag.names[tag.count] = name
    tag.starts[tag.count] = start
    tag.ends[tag.count] = end
    tag.count += 1
  }
  return next
}
