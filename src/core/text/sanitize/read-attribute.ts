/** The offsets of an attribute's parts. */
export interface AttributeSpan {
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  readonly hasValue: boolean
  /** Where to continue. */
  readonly end: number
}

const [slash, equals, greater] = [47, 61, 62]

/** White space as HTML defines it. */
export const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 12 || code === 13

/** Finds the end of an attribute's name, its value and the start of the next (WHATWG HTML 13.2.5.33 to 13.2.5.39). */
export function readAttribute(source: string, start: number): AttributeSpan {
  const nameEnd = endOfName(source, start)
  const sign = behindBlanks(source, nameEnd)
  if (source.charCodeAt(sign) !== equals)
    return { nameEnd, valueStart: sign, valueEnd: sign, hasValue: false, end: sign }
  const at = behindBlanks(source, sign + 1)
  const quote = source[at]
  if (quote === '"' || quote === "'") return quoted(source, nameEnd, at + 1, quote)
  const end = endOfUnquoted(source, at)
  return { nameEnd, valueStart: at, valueEnd: end, hasValue: end > at, end }
}

/** A quote that is never closed ends with its tag: it would swallow the article. */
function quoted(source: string, nameEnd: number, valueStart: number, quote: string): AttributeSpan {
  const close = source.indexOf(quote, valueStart)
  if (close >= 0) return { nameEnd, valueStart, valueEnd: close, hasValue: true, end: close + 1 }
  const tagEnd = source.indexOf('>', valueStart)
  const end = tagEnd < 0 ? source.length : tagEnd
  return { nameEnd, valueStart, valueEnd: end, hasValue: true, end }
}

function behindBlanks(source: string, start: number): number {
  let at = start
  while (isBlank(source.charCodeAt(at))) at++
  return at
}

/** An equals sign at the very start is part of the name. */
function endOfName(source: string, start: number): number {
  let at = start + 1
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === equals || code === greater || code === slash || isBlank(code)) break
  }
  return at
}

function endOfUnquoted(source: string, start: number): number {
  let at = start
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === greater || isBlank(code)) break
  }
  return at
}
