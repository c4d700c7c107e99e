import { Tokenizer } from 'htmlparser2'
import { type FoundImage, pictureHints, readImage, safeAttributes } from './sanitize/attributes.ts'
import {
  dropped,
  globalAttributes,
  type KeptElement,
  keptElements,
  leavesForeign,
  renamed,
  textBreaks,
  voidElements,
} from './sanitize/elements.ts'
import { escapeHtml } from './sanitize/escape-html.ts'
import { createTextWriter } from './sanitize/text-writer.ts'
import { createTreeWriter } from './sanitize/tree-writer.ts'

/** A publisher's HTML made safe to show, the same as plain text, and the first picture in it. */
export interface SanitizedHtml {
  readonly html: string
  readonly text: string
  readonly image: FoundImage | null
}

const noAttributes: ReadonlyMap<string, string> = new Map()
const blankText = /^[ \t\n\f\r]*$/
/** What has to be escaped in HTML or collapsed in text; most text has neither. */
const unplain = /[&<>"\t\n\f\r\u00a0\u00ad\u200b\u2060\ufeff]| {2}/

/**
 * One pass over the tokens of HTML, nothing kept that is not on the list: whatever a browser would have made of the input,
 * it can only be given elements and attributes of ours, with every special character escaped. Linear in the input,
 * and bounded in depth. Addresses are resolved against `base`; without one, relative addresses go.
 */
export function sanitizeHtml(html: string, base: string | null = null): SanitizedHtml {
  const source = plainControls(html)
  const tree = createTreeWriter(source.length + 1000)
  const text = createTextWriter()
  let image: FoundImage | null = null

  let name = ''
  let kept: KeptElement | undefined
  let attributes: Map<string, string> | null = null
  let attributeName: string | null = null
  let attributeValue = ''

  let skipped: string | null = null
  let skippedDepth = 0
  /** Directly behind `<pre>` a line end is not part of the text. */
  let preStart = false
  let preDepth = 0

  const writeText = (raw: string): void => {
    const within = tree.within()
    if (within === 'video' || within === 'audio') return
    let data = raw
    if (preStart) {
      preStart = false
      if (data.startsWith('\n')) data = data.slice(1)
    }
    if (data === '') return
    const plain = !unplain.test(data)
    tree.text(plain ? data : escapeHtml(data), blankText.test(data))
    text.write(data, preDepth > 0 ? 'verbatim' : plain ? 'plain' : 'loose')
  }

  const startTag = (): void => {
    const lines = textBreaks.get(name)
    if (lines !== undefined) breakText(name, lines)
    if (name === 'br') text.softBreak()
    if (name === 'math' && attributes?.has('alttext')) writeText(` ${attributes.get('alttext')!} `)
    if (dropped.has(name)) {
      skipped = name
      skippedDepth = 1
      return
    }
    if (kept === undefined) return
    const found = attributes ?? noAttributes
    if (name === 'img') writeImage(found)
    else if (name === 'source') writeSource(found)
    else if (kept.kind === 'void') tree.leaf(name, '')
    else writeElement(found)
  }

  const breakText = (element: string, lines: number): void => {
    if (element === 'td' || element === 'th') text.write(' ', 'plain')
    else text.breakLine(lines)
  }

  const writeImage = (found: ReadonlyMap<string, string>): void => {
    const read = readImage(found, base)
    if (read === null) return
    image ??= read.image
    tree.leaf('img', read.html)
  }

  /** Outside of a picture or a player a `source` means nothing. */
  const writeSource = (found: ReadonlyMap<string, string>): void => {
    const within = tree.within()
    const written = safeAttributes('source', found, base)
    if (written !== '' && (within === 'picture' || within === 'video' || within === 'audio'))
      tree.leaf('source', written)
  }

  const writeElement = (found: ReadonlyMap<string, string>): void => {
    const within = tree.within()
    // What stands in a player is for browsers that cannot play; a block there means that nobody closed the player.
    if (within === 'video' || within === 'audio') {
      if (kept!.kind !== 'block') return
      tree.close(within)
    }
    tree.open(name, safeAttributes(name, found, base))
    if (name === 'pre') {
      preStart = true
      preDepth++
    }
  }

  const endTag = (closed: string): void => {
    const lines = textBreaks.get(closed)
    if (lines !== undefined) breakText(closed, lines)
    if (closed === 'br') tree.leaf('br', '')
    if (!keptElements.has(closed) || voidElements.has(closed)) return
    if (closed === 'pre' && preDepth > 0) preDepth--
    tree.close(closed)
  }

  const readName = (start: number, end: number): string => {
    const lower = source.slice(start, end).toLowerCase()
    return renamed.get(lower) ?? lower
  }

  const wantsAttribute = (attribute: string): boolean =>
    kept === undefined
      ? name === 'math' && attribute === 'alttext'
      : globalAttributes.has(attribute) ||
        kept.attributes.includes(attribute) ||
        (name === 'img' && pictureHints.has(attribute))

  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => {
        if (skipped === null) writeText(source.slice(start, end))
      },
      ontextentity: (codePoint) => {
        if (skipped === null) writeText(codePoint === 13 ? '\n' : String.fromCodePoint(codePoint))
      },
      onopentagname: (start, end) => {
        name = readName(start, end)
        kept = keptElements.get(name)
        attributes = null
        preStart = false
        if (skipped !== null && isForeign(skipped) && leavesForeign.has(name)) skipped = null
      },
      onattribname: (start, end) => {
        const attribute = skipped === null ? source.slice(start, end).toLowerCase() : null
        attributeName =
          attribute !== null && wantsAttribute(attribute) && !attributes?.has(attribute) ? attribute : null
        attributeValue = ''
      },
      onattribdata: (start, end) => {
        if (attributeName !== null) attributeValue += source.slice(start, end)
      },
      onattribentity: (codePoint) => {
        if (attributeName !== null) attributeValue += codePoint === 13 ? '\n' : String.fromCodePoint(codePoint)
      },
      onattribend: () => {
        if (attributeName === null) return
        attributes ??= new Map()
        attributes.set(attributeName, attributeValue)
        attributeName = null
      },
      onopentagend: () => {
        if (skipped === null) startTag()
        else if (name === skipped) skippedDepth++
      },
      onselfclosingtag: () => {
        if (skipped === null && !(dropped.has(name) && isForeign(name))) startTag()
      },
      onclosetag: (start, end) => {
        const closed = readName(start, end)
        preStart = false
        if (skipped === null) endTag(closed)
        else if (closed === skipped && --skippedDepth === 0) skipped = null
      },
      oncomment: () => {
        preStart = false
      },
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
      isInForeignContext: () => skipped !== null && isForeign(skipped),
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return { html: tree.end(), text: text.end(), image }
}

const isForeign = (name: string): boolean => name === 'svg' || name === 'math'

/**
 * Line ends as browsers read them, no characters that HTML does not have, and no `plaintext`: the tag that turns all that
 * follows into text stands in feeds by mistake.
 */
function plainControls(html: string): string {
  const known = /[\u0000-\u0008\u000b\r\u000e-\u001f\u007f]/.test(html)
    ? html.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '')
    : html
  return /<plaintext/i.test(known) ? known.replace(/<plaintext/gi, '<x-plaintext') : known
}

/** The text a reader would see, paragraphs and list items apart. */
export function toPlainText(html: string): string {
  if (!/[<&\t\n\f\r\u00a0\u00ad\u200b\u2060\ufeff]| {2}/.test(html)) return html.trim()
  return sanitizeHtml(html).text
}
