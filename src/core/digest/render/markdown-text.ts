import { plain } from './plain.ts'
import { safeUrl } from './safe-url.ts'

/** Signs that open or close something in CommonMark or in the tables, strikes and formulas of its dialects. */
const inside = /[\\`*_[\]<>|~$^#]/g

/** What makes a line a heading, a list, a rule or an underline of the line before, when it comes first. */
const opening = /^(\s*)([-+=:!]|\d{1,9}(?=[.)]))/

/** Text as Markdown shows it: no sign of it can begin or end anything. One line, wherever it is put. */
export function mdText(text: string): string {
  return plain(text)
    .trim()
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(inside, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
    .replace(opening, (_, blank: string, sign: string) => (/\d/.test(sign) ? `${blank}${sign}\\` : `${blank}\\${sign}`))
}

/** A link where the address may be followed, the bare words where not. */
export function mdLink(text: string, url: string): string {
  const to = safeUrl(url)
  return to === null ? mdText(text) : `[${mdText(text)}](${to.replace(/&(?=#?\w+;)/g, '&amp;')})`
}
