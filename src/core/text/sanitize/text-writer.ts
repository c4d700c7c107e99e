/**
 * White space handling: `plain` text has nothing to collapse or remove, `loose` may have, `verbatim` keeps lines and
 * blanks.
 */
export type TextMode = 'plain' | 'loose' | 'verbatim'

/** Collects plain text: blanks collapsed, paragraphs a blank line apart, list items and lines a line apart. */
export interface TextWriter {
  readonly write: (text: string, mode: TextMode) => void
  readonly breakLine: (lines: number) => void
  readonly softBreak: () => void
  readonly end: () => string
}

const invisible = /[\u00ad\u200b\u2060\ufeff]/
/** Runs of blanks, except a single space, which needs no replacement. */
const blanks = /[\t\n\f\r\u00a0][ \t\n\f\r\u00a0]*| [ \t\n\f\r\u00a0]+/g

/** Collapses runs of blanks and removes invisible characters such as soft hyphens. */
function seen(raw: string, verbatim: boolean): string {
  const visible = invisible.test(raw) ? raw.replace(/[\u00ad\u200b\u2060\ufeff]/g, '') : raw
  return verbatim ? visible.replace(/\u00a0/g, ' ') : visible.replace(blanks, ' ')
}

/** Creates a writer that delays each blank until text follows, so that no line begins or ends with one. */
export function createTextWriter(): TextWriter {
  /** Joined at the end: a string built by concatenation is slow to read character by character. */
  const pieces: string[] = []
  let lines = 0
  let blank = false

  const write = (raw: string, mode: TextMode): void => {
    const verbatim = mode === 'verbatim'
    const text = mode === 'plain' ? raw : seen(raw, verbatim)
    if (text === '') return
    if (text === ' ') {
      blank = true
      return
    }
    const leads = text.startsWith(' ') && !verbatim
    if (pieces.length > 0) {
      if (lines > 0) pieces.push(lines === 1 ? '\n' : '\n\n')
      else if (blank || leads) pieces.push(' ')
    }
    const trails = text.endsWith(' ')
    pieces.push(text.slice(leads ? 1 : 0, trails ? -1 : undefined))
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
    end: () => pieces.join('').trimEnd(),
  }
}
