import { finishCapture, leave, type Reader } from './reader.ts'

/** Handles an end tag: of the field whose text is collected, of markup inside it, of an open element, or of nothing. */
export function closeElement(reader: Reader, tagName: string, start: number, end: number): void {
  if (reader.tooDeep > 0) {
    reader.tooDeep -= 1
    return
  }
  if (reader.capture !== null && staysInField(reader, tagName, start)) return
  const depth = openAt(reader, tagName)
  if (depth < 0) {
    reader.warnings.add('stray-end-tag', `${tagName} ends but never began`, start)
    return
  }
  if (depth < reader.frames.length - 1)
    reader.warnings.add('misnested-tag', `${reader.frames.at(-1)!.tagName} is never closed`, start)
  while (reader.frames.length > depth) leave(reader, end)
}

function openAt({ frames }: Reader, tagName: string): number {
  for (let depth = frames.length - 1; depth >= 0; depth -= 1)
    if (sameName(frames[depth]!.tagName, tagName)) return depth
  return -1
}

/**
 * Handles an end tag while a field's text is collected: the field's own, or one of markup inside it. False when it is the
 * end of an entry or a feed, which also ends the field.
 */
function staysInField(reader: Reader, tagName: string, start: number): boolean {
  const capture = reader.capture!
  if (sameName(tagName, capture.tagName)) {
    if (capture.nested > 0) capture.nested -= 1
    else finishCapture(reader, start)
    return true
  }
  if (!reader.frames.some((frame) => frame.role !== 'other' && sameName(frame.tagName, tagName))) return true
  reader.warnings.add('unclosed-tag', `${capture.tagName} is never closed`, capture.start)
  finishCapture(reader, start)
  return false
}

function sameName(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length !== b.length || (a.charCodeAt(0) | 32) !== (b.charCodeAt(0) | 32)) return false
  return a.toLowerCase() === b.toLowerCase()
}
