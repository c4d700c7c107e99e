import type { Entry } from '../domain/entry.ts'
import type { FeedVersion } from '../domain/feed-document.ts'
import { innerBase } from './absolute.ts'
import { type EntryDraft, entryDraft, type FeedDraft, feedDraft } from './drafts.ts'
import type { Attributes, Field } from './field.ts'
import { entryTable, feedTable, type Inside, ignoredTable, type Rule, type Table } from './field-tables.ts'
import { finishEntry } from './finish-entry.ts'
import { languageOf } from './finish-feed.ts'
import { fieldName, innerScope, rootScope, type Scope, shortName } from './namespaces.ts'
import { decodeReferences } from './references.ts'
import { type AttributeSpans, scan, type TagEvents } from './scan.ts'
import type { Warnings } from './warnings.ts'

/** What an XML document held; no version when no feed began in it. */
export interface XmlReading {
  readonly version: FeedVersion | null
  readonly feed: FeedDraft
  readonly entries: readonly Entry[]
  readonly complete: boolean
  /** The first element, in lower case: what the document is when it is no feed. */
  readonly firstElement: string | null
}

interface Frame {
  readonly tagName: string
  readonly table: Table<unknown>
  readonly draft: unknown
  readonly base: string | null
  readonly language: string | null
  readonly scope: Scope
  readonly leave: ((stray: string) => void) | null
  readonly role: 'root' | 'entry' | 'other'
  stray: string
}

/** An element whose text is being gathered. */
interface Capture {
  readonly tagName: string
  readonly rule: Rule<unknown>
  readonly draft: unknown
  readonly attributes: Attributes
  readonly base: string | null
  readonly language: string | null
  readonly scope: Scope
  readonly start: number
  readonly contentStart: number
  nested: number
  hasMarkup: boolean
  text: string
}

/** Feeds nest six or seven levels; deeper elements are counted, not kept. */
const maxDepth = 200
const noAttributes: Attributes = new Map()
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const illegalAll = new RegExp(illegal, 'g')

/** One pass over the markup: elements of the feed become a draft, entries are finished as they close. */
export function readXml(text: string, documentBase: string | null, warnings: Warnings): XmlReading {
  const frames: Frame[] = []
  const entries: Entry[] = []
  const feed: { draft: FeedDraft; version: FeedVersion | null; roots: number } = {
    draft: feedDraft({ base: documentBase, language: null }),
    version: null,
    roots: 0,
  }
  const dirty = illegal.test(text)
  if (dirty) warnings.add('control-character', 'a character XML does not allow was dropped', text.search(illegal))
  let capture: Capture | null = null
  let tooDeep = 0
  let firstElement: string | null = null
  let own = 'rss'
  let cut = false

  const ground: Frame = {
    tagName: '',
    table: ignoredTable,
    draft: null,
    base: documentBase,
    language: null,
    scope: rootScope(own),
    leave: null,
    role: 'other',
    stray: '',
  }
  const top = () => frames.at(-1) ?? ground
  const clean = (value: string) => (dirty ? value.replace(illegalAll, '') : value)
  const decode = (start: number, end: number) =>
    clean(decodeReferences(text.slice(start, end), (name, at) => badReference(name, start + at)))

  function badReference(name: string | null, offset: number): void {
    if (name === null) warnings.add('bare-ampersand', 'an ampersand that begins no reference was taken as text', offset)
    else warnings.add('undefined-entity', `the entity ${name.slice(0, 40)} is not defined`, offset)
  }

  function attributesOf(spans: AttributeSpans): Attributes {
    if (spans.count === 0) return noAttributes
    const attributes = new Map<string, string>()
    for (let at = 0; at < spans.count; at += 1) {
      const name = spans.names[at]!.toLowerCase()
      if (!attributes.has(name)) attributes.set(name, decode(spans.starts[at]!, spans.ends[at]!))
    }
    return attributes
  }

  function scopeInside(outer: Scope, attributes: Attributes): Scope {
    let declarations: [string, string][] | null = null
    for (const [name, value] of attributes)
      if (name.startsWith('xmlns') && (name.length === 5 || name[5] === ':'))
        (declarations ??= []).push([name.slice(6), value])
    return declarations === null ? outer : innerScope(outer, declarations, own)
  }

  function open(tagName: string, spans: AttributeSpans, start: number, end: number, selfClosing: boolean): void {
    if (tooDeep > 0) {
      if (!selfClosing) tooDeep += 1
      return
    }
    if (capture !== null && !interrupts(tagName, start)) {
      capture.hasMarkup = true
      if (!selfClosing && tagName === capture.tagName) capture.nested += 1
      return
    }
    const outer = top()
    const attributes = attributesOf(spans)
    let scope = spans.count === 0 ? outer.scope : scopeInside(outer.scope, attributes)
    let name = fieldName(scope, tagName)
    const isRoot = rootKind(name, attributes)
    firstElement ??= tagName.toLowerCase()
    if (isRoot !== null && (feed.version === null || frames.length === 0)) {
      if (feed.version === null) {
        own = isRoot === 'atom' ? 'atom' : 'rss'
        scope = ownScope(scope, tagName, attributes)
        feed.version = versionOf(isRoot, attributes)
      } else warnings.add('second-root', 'a second document follows the first; its entries are kept too', start)
      name = fieldName(scope, tagName)
      pushRoot(tagName, attributes, scope)
      if (selfClosing) pop()
      return
    }
    const base = attributes.has('xml:base') ? innerBase(attributes.get('xml:base')!, outer.base) : outer.base
    const language = attributes.has('xml:lang') ? attributes.get('xml:lang')!.trim() || null : outer.language
    if (feed.version !== null && isEntry(name)) {
      beginEntry({ tagName, attributes, base, language, scope, start })
      if (selfClosing) pop(end)
      return
    }
    if (feed.version !== null && name === 'channel' && outer.role === 'root') {
      describeChannel(attributes, base, language)
      push({ ...outer, tagName, base, language, scope, leave: null, role: 'root', stray: '' })
      return
    }
    const rule = outer.table.get(name) as Rule<unknown> | undefined
    if (rule === undefined) {
      if (!selfClosing)
        push({
          tagName,
          table: ignoredTable,
          draft: null,
          base,
          language,
          scope,
          leave: null,
          role: 'other',
          stray: '',
        })
      return
    }
    const field = { attributes, base, language, scope, text: '', markup: null }
    if (rule.reads === 'children') {
      const inside: Inside = rule.enter(outer.draft, field)
      push({
        tagName,
        table: inside.table as Table<unknown>,
        draft: inside.draft,
        base,
        language,
        scope,
        leave: inside.leave ?? null,
        role: 'other',
        stray: '',
      })
      if (selfClosing) pop()
    } else if (rule.reads === 'attributes' || selfClosing) {
      rule.take(outer.draft, field)
      if (!selfClosing)
        push({
          tagName,
          table: ignoredTable,
          draft: null,
          base,
          language,
          scope,
          leave: null,
          role: 'other',
          stray: '',
        })
    } else {
      capture = {
        tagName,
        rule,
        draft: outer.draft,
        attributes,
        base,
        language,
        scope,
        start,
        contentStart: end,
        nested: 0,
        hasMarkup: false,
        text: '',
      }
    }
  }

  /** An entry that begins inside a text means the text's end tag is missing. */
  function interrupts(tagName: string, start: number): boolean {
    if (capture === null || (tagName !== 'item' && tagName !== 'entry' && !/:(?:item|entry)$/.test(tagName)))
      return false
    if (!isEntry(fieldName(capture.scope, tagName)) || feed.version === null) return false
    warnings.add('unclosed-tag', `${capture.tagName} is never closed`, capture.start)
    finishCapture(start)
    return true
  }

  function ownScope(scope: Scope, tagName: string, attributes: Attributes): Scope {
    const prefix = tagName.includes(':') ? tagName.slice(0, tagName.indexOf(':')).toLowerCase() : ''
    const address = attributes.get(prefix === '' ? 'xmlns' : `xmlns:${prefix}`)
    if (address === undefined) return own === 'rss' ? scope : innerScope(scope, [['', '']], own)
    return shortName(address) === null ? innerScope(scope, [[prefix, '']], own) : scope
  }

  function pushRoot(tagName: string, attributes: Attributes, scope: Scope): void {
    const base = attributes.has('xml:base') ? innerBase(attributes.get('xml:base')!, documentBase) : documentBase
    const language = attributes.get('xml:lang')?.trim() || null
    feed.roots += 1
    if (feed.roots === 1) feed.draft = feedDraft({ base, language })
    push({
      tagName,
      table: feedTable as Table<unknown>,
      draft: feed.draft,
      base,
      language,
      scope,
      leave: null,
      role: 'root',
      stray: '',
    })
  }

  function describeChannel(attributes: Attributes, base: string | null, language: string | null): void {
    if (base === feed.draft.base && language === feed.draft.outerLanguage) return
    if (feed.roots === 1) feed.draft.language ??= attributes.has('xml:lang') ? language : null
  }

  function beginEntry(at: {
    tagName: string
    attributes: Attributes
    base: string | null
    language: string | null
    scope: Scope
    start: number
  }): void {
    const openEntry = frames.findLastIndex((frame) => frame.role === 'entry')
    if (openEntry >= 0) {
      warnings.add('unclosed-tag', `${frames[openEntry]!.tagName} is never closed`, at.start)
      while (frames.length > openEntry) pop(at.start)
    }
    const draft = entryDraft(at, at.start)
    draft.about = at.attributes.get('rdf:about')?.trim() || null
    push({
      tagName: at.tagName,
      table: entryTable as Table<unknown>,
      draft,
      base: at.base,
      language: at.language,
      scope: at.scope,
      leave: null,
      role: 'entry',
      stray: '',
    })
  }

  function push(frame: Frame): void {
    if (frames.length < maxDepth) frames.push(frame)
    else {
      tooDeep = 1
      warnings.add('too-deep', `elements nested deeper than ${maxDepth} were left out`, null)
    }
  }

  function pop(end: number = text.length): void {
    const frame = frames.pop()
    if (frame === undefined) return
    frame.leave?.(frame.stray)
    if (frame.role === 'entry') finishOpenEntry(frame.draft as EntryDraft, end, !cut)
  }

  function finishOpenEntry(draft: EntryDraft, end: number, complete: boolean): void {
    const raw = text.slice(draft.start, end)
    entries.push(finishEntry(draft, { raw, complete, feedLanguage: languageOf(feed.draft) }))
  }

  function finishCapture(end: number): void {
    const done = capture!
    capture = null
    const field: Field = {
      attributes: done.attributes,
      base: done.base,
      language: done.language,
      scope: done.scope,
      text: done.text,
      markup: done.hasMarkup ? clean(text.slice(done.contentStart, end)) : null,
    }
    if (done.rule.reads !== 'children') done.rule.take(done.draft, field)
  }

  function close(tagName: string, start: number, end: number): void {
    if (tooDeep > 0) {
      tooDeep -= 1
      return
    }
    if (capture !== null) {
      if (sameName(tagName, capture.tagName)) {
        if (capture.nested > 0) capture.nested -= 1
        else finishCapture(start)
        return
      }
      if (!frames.some((frame) => frame.role !== 'other' && frame.tagName === tagName)) return
      warnings.add('unclosed-tag', `${capture.tagName} is never closed`, capture.start)
      finishCapture(start)
    }
    const depth = frames.findLastIndex((frame) => sameName(frame.tagName, tagName))
    if (depth < 0) {
      warnings.add('stray-end-tag', `${tagName} ends but never began`, start)
      return
    }
    if (depth < frames.length - 1) warnings.add('misnested-tag', `${frames.at(-1)!.tagName} is never closed`, start)
    while (frames.length > depth) pop(end)
  }

  const events: TagEvents = {
    open,
    close,
    text(start, end) {
      if (capture !== null) capture.text += decode(start, end)
      else if (frames.length > 0 && top().leave !== null) top().stray += decode(start, end)
    },
    cdata(start, end) {
      if (capture !== null) capture.text += clean(text.slice(start, end))
      else if (frames.length > 0 && top().leave !== null) top().stray += clean(text.slice(start, end))
    },
    flaw(code, offset) {
      if (code === 'unterminated') cut = true
      warnings.add(code, flawMessages[code], offset)
    },
  }
  scan(text, events)
  const wholeEnd = frames.length === 0 && capture === null
  if (!wholeEnd && feed.version !== null) {
    cut = true
    warnings.add('truncated', 'the document ends before its last element does', text.length)
  }
  if (capture !== null) finishCapture(text.length)
  while (frames.length > 0) pop()
  return { version: feed.version, feed: feed.draft, entries, complete: !cut, firstElement }
}

const flawMessages = {
  'bare-less-than': 'a < that opens no tag was taken as text',
  'attribute-unquoted': 'an attribute has no quotes around its value',
  unterminated: 'the document ends inside a tag',
}

function sameName(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase())
}

function isEntry(name: string): boolean {
  return name === 'item' || name === 'atom:entry'
}

type RootKind = 'rss' | 'rdf' | 'atom'

function rootKind(name: string, attributes: Attributes): RootKind | null {
  const local = name.slice(name.indexOf(':') + 1)
  if (local === 'rss' && name !== 'atom:rss') return 'rss'
  if (local === 'rdf') return 'rdf'
  if (name === 'atom:feed') return 'atom'
  if (name === 'feed' || name === '?:feed')
    return attributes.has('xmlns') || attributes.has('version') || name === 'feed' ? 'atom' : null
  if (name === 'channel') return 'rss'
  return null
}

const rssVersions: ReadonlyMap<string, FeedVersion> = new Map([
  ['0.90', 'rss-0.90'],
  ['0.9', 'rss-0.90'],
  ['0.91', 'rss-0.91'],
  ['0.92', 'rss-0.92'],
  ['0.93', 'rss-0.93'],
  ['0.94', 'rss-0.94'],
  ['1.0', 'rss-1.0'],
  ['2.0', 'rss-2.0'],
  ['2', 'rss-2.0'],
])

function versionOf(kind: RootKind, attributes: Attributes): FeedVersion {
  const version = attributes.get('version')?.trim() ?? ''
  if (kind === 'rdf')
    return [...attributes.values()].some((value) => /rdf\/simple\/0\.9/.test(value)) ? 'rss-0.90' : 'rss-1.0'
  if (kind === 'rss') return rssVersions.get(version) ?? (version.startsWith('2.') ? 'rss-2.0' : 'rss')
  const addresses = [...attributes.values()].join(' ')
  if (addresses.includes('www.w3.org/2005/Atom')) return 'atom-1.0'
  if (version === '0.3' || addresses.includes('purl.org/atom/ns#')) return 'atom-0.3'
  return version === '1.0' ? 'atom-1.0' : 'atom'
}
