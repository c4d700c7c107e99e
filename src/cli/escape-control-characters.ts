/**
 * What a terminal obeys instead of showing: control characters of C0 and C1, DEL, line separators, and marks that turn
 * the direction of all text after them. Line feeds and tabs are layout.
 */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A text that a terminal can only show, whatever a publisher, a server or a file put into it. */
export const screenText = (text: string): string => text.replace(OBEYED, shown)

/** The same on one line. */
export const screenLine = (text: string): string => screenText(text.replace(/[\t\n\r]+/g, ' '))

/** JSON with the same value, in which those characters are escaped. */
export const screenJson = (json: string): string =>
  json.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A control character as its picture (U+2400 and on), where it has one. */
function shown(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  if (code < 0xa0) return '\ufffd'
  return code < 0x202a ? ' ' : ''
}
