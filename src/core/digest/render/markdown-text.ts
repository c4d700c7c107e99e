import { plain } from './plain.ts'
import { safeUrl } from './safe-url.ts'

/** Characters with a meaning in CommonMark or in the tables, strikes and formulas of its dialects. */
const inside = /[\\`*_[\]<>|~$^#]/g

/** What makes a line a heading, a list, a rule or an underline when it is at the start. */
const opening = /^(\s*)([-+=:!]|\d{1,9}(?=[.)]))/

/** Escapes text for Markdown, so that no character has a meaning. One line, wherever it is used. */
export function mdText(text: string): string {
  return plain(text)
    .trim()
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(inside, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
    .replace(opening, (_, blank: string, sign: string) => (/\d/.test(sign) ? `${blank}${sign}\\` : `${blank}\\${sign}`))
}

/** A link if the address is safe, else the text alone. */
export function mdLink(text: string, url: string): string {
  const to = safeUrl(url)
  return to === null ? mdText(text) : `[${mdText(text)}](${to.replace(/&(?=#?\w+;)/g, '&amp;')})`
}
