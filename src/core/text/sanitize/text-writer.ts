/** Collects plain text: blanks collapsed, paragraphs a blank line apart, list items and lines a line apart. */
export interface TextWriter {
  readonly write: (text: string, verbatim: boolean) => void
  readonly breakLine: (lines: number) => void
  readonly softBreak: () => void
  readonly end: () => string
}

const invisible = /[\u00ad\u200b\u2060\ufeff]/
const unevenBlank = /[\t\n\f\r\u00a0]| {2}/

/** A writer that holds back every blank until something follows it, so that no line begins or ends with one. */
export function createTextWriter(): TextWriter {
  let out = ''
  let lines = 0
  let blank = false

  const write = (raw: string, verbatim: boolean): void => {
    const seen = invisible.test(raw) ? raw.replace(/[\u00ad\u200b\u2060\ufeff]/g, '') : raw
    const text = verbatim
      ? seen.replace(/\u00a0/g, ' ')
      : unevenBlank.test(seen)
        ? seen.replace(/[ \t\n\f\r\u00a0]+/g, ' ')
        : seen
    if (text === '') return
    if (text === ' ') {
      blank = true
      return
    }
    const leads = text.startsWith(' ') && !verbatim
    if (out !== '') {
      if (lines > 0) out += lines === 1 ? '\n' : '\n\n'
      else if (blank || leads) out += ' '
    }
    const trails = text.endsWith(' ')
    out += text.slice(leads ? 1 : 0, trails ? -1 : undefined)
    lines = 0
    blank = trails
  }

  return {
    write,
    breakLine: (wanted) => {
      if (wanted > lines) lines = wanted
    },
    softBreak: () => {
      lines = lines >= 1 ? 2 : 1
    },
    end: () => out.trimEnd(),
  }
}
