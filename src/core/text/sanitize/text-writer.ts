/** `plain` text has nothing to collapse or hide, `loose` may have, `verbatim` keeps its lines and blanks. */
export type TextManner = 'plain' | 'loose' | 'verbatim'

/** Collects plain text: blanks collapsed, paragraphs a blank line apart, list items and lines a line apart. */
export interface TextWriter {
  readonly write: (text: string, manner: TextManner) => void
  readonly breakLine: (lines: number) => void
  readonly softBreak: () => void
  readonly end: () => string
}

const invisible = /[\u00ad\u200b\u2060\ufeff]/
/** Every run of blanks but a single one of the plain kind, which needs no replacing. */
const blanks = /[\t\n\f\r\u00a0][ \t\n\f\r\u00a0]*| [ \t\n\f\r\u00a0]+/g

/** As a reader sees it: runs of blanks are one, hyphens and joiners that do not show are none. */
function seen(raw: string, verbatim: boolean): string {
  const visible = invisible.test(raw) ? raw.replace(/[\u00ad\u200b\u2060\ufeff]/g, '') : raw
  return verbatim ? visible.replace(/\u00a0/g, ' ') : visible.replace(blanks, ' ')
}

/** A writer that holds back every blank until something follows it, so that no line begins or ends with one. */
export function createTextWriter(): TextWriter {
  /** Joined at the end: a text added up piece by piece is slow to read, character by character, ever after. */
  const pieces: string[] = []
  let lines = 0
  let blank = false

  const write = (raw: string, manner: TextManner): void => {
    const verbatim = manner === 'verbatim'
    const text = manner === 'plain' ? raw : seen(raw, verbatim)
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
