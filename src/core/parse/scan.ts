/** The attributes of one tag as spans of the document; the scanner fills the same record for every tag. */
export interface AttributeSpans {
  count: number
  unquoted: boolean
  readonly names: string[]
  readonly starts: number[]
  readonly ends: number[]
}

/** What the scanner tells as it goes; offsets are into the scanned text. */
export interface TagEvents {
  open(name: string, attributes: AttributeSpans, start: number, end: number, selfClosing: boolean): void
  close(name: string, start: number, end: number): void
  text(start: number, end: number): void
  cdata(start: number, end: number): void
  flaw(code: ScanFlaw, offset: number): void
}

/** Faults of the markup itself. */
export type ScanFlaw = 'bare-less-than' | 'attribute-unquoted' | 'unterminated'

/** More attributes than this on one tag are read over: no publisher needs them and a hostile one must not fill memory. */
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
 * Walks a document once, tag by tag, never failing and never looking twice at the same stretch.
 * Written by hand on `indexOf`: htmlparser2's tokenizer steps through every character in script and took twice the time
 * over real feeds, and it takes `2 <3` for a tag and an unclosed quote for the rest of the document.
 */
export function scan(text: string, events: TagEvents): void {
  const attributes: AttributeSpans = { count: 0, unquoted: false, names: [], starts: [], ends: [] }
  const find = finder(text)
  let textStart = 0
  for (let lt = text.indexOf('<'); lt >= 0; ) {
    const end = markupEnd(text, lt, attributes, find)
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
    tell(text, lt, end, attributes, events)
    textStart = end
    lt = text.indexOf('<', end)
  }
  if (textStart < text.length) events.text(textStart, text.length)
}

function markupEnd(text: string, lt: number, attributes: AttributeSpans, find: Find): number {
  const next = text.charCodeAt(lt + 1)
  if (next === SLASH) return closeTagEnd(text, lt, find)
  if (next === BANG || next === QUESTION) return declarationEnd(text, lt, find)
  return isNameStart(next) ? openTagEnd(text, lt + 1, attributes, find) : -1
}

function tell(text: string, lt: number, end: number, attributes: AttributeSpans, events: TagEvents): void {
  const next = text.charCodeAt(lt + 1)
  if (next === SLASH) events.close(nameIn(text, lt + 2), lt, end)
  else if (next === BANG) tellCdata(text, lt, end, events)
  else if (next !== QUESTION) {
    if (attributes.unquoted) events.flaw('attribute-unquoted', lt)
    const selfClosing = text.charCodeAt(end - 2) === SLASH && !attributesReach(attributes, end - 2)
    events.open(nameIn(text, lt + 1), attributes, lt, end, selfClosing)
  }
}

function tellCdata(text: string, lt: number, end: number, events: TagEvents): void {
  if (text.startsWith('<![CDATA[', lt)) events.cdata(lt + 9, end - 3)
}

function tellBrokenOff(text: string, textStart: number, lt: number, events: TagEvents): void {
  events.flaw('unterminated', lt)
  if (lt > textStart) events.text(textStart, lt)
  if (text.startsWith('<![CDATA[', lt)) events.cdata(lt + 9, text.length)
}

/** An unquoted last value may itself end in a slash: `<a href=http://a.example/>`. */
function attributesReach(attributes: AttributeSpans, slash: number): boolean {
  return attributes.count > 0 && attributes.ends[attributes.count - 1]! > slash
}

type Find = (needle: string, from: number) => number

/** `indexOf` that remembers its last answer, so that one far end is searched for once and not again for every tag before it. */
function finder(text: string): Find {
  const last = new Map<string, { readonly from: number; readonly found: number }>()
  return (needle, from) => {
    const known = last.get(needle)
    if (known && from >= known.from && (known.found < 0 || from <= known.found)) return known.found
    const found = text.indexOf(needle, from)
    last.set(needle, { from, found })
    return found
  }
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code >= 0x80
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 12
}

function nameIn(text: string, start: number): string {
  let from = start
  while (isSpace(text.charCodeAt(from))) from += 1
  let end = from
  while (end < text.length && !endsName(text.charCodeAt(end))) end += 1
  return text.slice(from, end)
}

function endsName(code: number): boolean {
  return code === GT || code === SLASH || isSpace(code) || code === LT || code === DOUBLE_QUOTE || code === SINGLE_QUOTE
}

/** A close tag cut off by the next tag (`</title <link>`) still closes. */
function closeTagEnd(text: string, lt: number, find: Find): number {
  if (!isNameStart(text.charCodeAt(lt + 2)) && !isSpace(text.charCodeAt(lt + 2))) return -1
  const gt = find('>', lt)
  if (gt < 0) return Number.POSITIVE_INFINITY
  const nextTag = text.slice(lt + 2, gt).indexOf('<')
  return nextTag < 0 ? gt + 1 : -1
}

function declarationEnd(text: string, lt: number, find: Find): number {
  if (text.startsWith('<!--', lt)) return endAfter('-->', 3, lt + 4, find) ?? endAfter('>', 1, lt, find) ?? -1
  if (text.startsWith('<![CDATA[', lt)) return endAfter(']]>', 3, lt + 9, find) ?? Number.POSITIVE_INFINITY
  if (text.charCodeAt(lt + 1) === QUESTION) return endAfter('?>', 2, lt + 2, find) ?? endAfter('>', 1, lt, find) ?? -1
  if (/^<!doctype/i.test(text.slice(lt, lt + 9))) return doctypeEnd(text, lt, find)
  return endAfter('>', 1, lt, find) ?? -1
}

function endAfter(needle: string, length: number, from: number, find: Find): number | null {
  const found = find(needle, from)
  return found < 0 ? null : found + length
}

/** The internal subset is stepped over unread: its entities are never expanded. */
function doctypeEnd(text: string, lt: number, find: Find): number {
  const gt = find('>', lt)
  if (gt < 0) return -1
  const bracket = find('[', lt)
  if (bracket < 0 || bracket > gt) return gt + 1
  for (let close = find(']', bracket); close >= 0; close = find(']', close + 1)) {
    let after = close + 1
    while (isSpace(text.charCodeAt(after))) after += 1
    if (text.charCodeAt(after) === GT) return after + 1
  }
  return gt + 1
}

/** The end of an open tag, its attributes noted; -1 when the `<` opens no tag, infinite when the document ends inside it. */
function openTagEnd(text: string, nameStart: number, attributes: AttributeSpans, find: Find): number {
  const to = text.length
  attributes.count = 0
  attributes.unquoted = false
  let at = nameStart
  while (at < to && !endsName(text.charCodeAt(at))) at += 1
  if (text.charCodeAt(at) === GT) return at + 1
  while (at < to) {
    const code = text.charCodeAt(at)
    if (code === GT) return at + 1
    if (code === LT) return -1
    if (isSpace(code) || code === SLASH || code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === EQUALS) at += 1
    else at = attributeEnd(text, at, attributes, find)
  }
  return Number.POSITIVE_INFINITY
}

function attributeEnd(text: string, start: number, attributes: AttributeSpans, find: Find): number {
  const to = text.length
  let at = start
  while (at < to && !endsName(text.charCodeAt(at)) && text.charCodeAt(at) !== EQUALS) at += 1
  const name = text.slice(start, at)
  while (at < to && isSpace(text.charCodeAt(at))) at += 1
  if (text.charCodeAt(at) !== EQUALS) {
    attributes.unquoted = true
    return note(attributes, name, at, at, at)
  }
  at += 1
  while (at < to && isSpace(text.charCodeAt(at))) at += 1
  const quote = text.charCodeAt(at)
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = quotedEnd(text, at + 1, quote === DOUBLE_QUOTE ? '"' : "'", find)
    return note(attributes, name, at + 1, end, text.charCodeAt(end) === quote ? end + 1 : end)
  }
  let end = at
  while (end < to && !isSpace(text.charCodeAt(end)) && text.charCodeAt(end) !== GT && text.charCodeAt(end) !== LT)
    end += 1
  if (text.charCodeAt(end) === GT && text.charCodeAt(end - 1) === SLASH && end - 1 > at) end -= 1
  attributes.unquoted = true
  return note(attributes, name, at, end, end)
}

/** A quote never closed, or closed only by the next tag's, ends at its own tag's `>`. */
function quotedEnd(text: string, start: number, quote: string, find: Find): number {
  const close = find(quote, start)
  const end = close < 0 ? text.length : close
  const after = text.charCodeAt(end + 1)
  if (close >= 0 && (isSpace(after) || after === GT || after === SLASH || after === QUESTION)) return end
  const value = text.slice(start, end)
  const gt = value.indexOf('>')
  const lt = value.indexOf('<')
  if (gt >= 0 && lt > gt) return start + gt
  return end
}

function note(attributes: AttributeSpans, name: string, start: number, end: number, next: number): number {
  if (attributes.count < maxAttributes) {
    attributes.names[attributes.count] = name
    attributes.starts[attributes.count] = start
    attributes.ends[attributes.count] = end
    attributes.count += 1
  }
  return next
}
