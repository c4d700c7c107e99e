/**
 * Characters that no rendering may contain: control characters, line ends that would begin a new line of Markdown or a
 * mail header, direction overrides that disguise text (Unicode TR 36), unpaired surrogates, and code points that XML
 * does not allow.
 */
const unwanted = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu

const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/** Text on one line without such characters. Every renderer passes its texts through this. */
export function plain(text: string): string {
  return text.replace(lineEnds, ' ').replace(unwanted, '')
}

/** At most so many characters; a cut text ends in an ellipsis, and no character is split. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  const end = isHighSurrogate(text, most - 2) ? most - 2 : most - 1
  return `${text.slice(0, end).trimEnd()}…`
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
