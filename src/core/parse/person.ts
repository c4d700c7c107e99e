import type { Person } from '../domain/entry.ts'
import { decodeReferences } from '../text/decode-references.ts'
import { tidyLine } from './field.ts'

const mailThenName = /^([^\s()<>]+@[^\s()<>]+)\s*\((.*)\)$/s
const nameThenMail = /^(.*?)\s*[(<]\s*(?:mailto:)?([^\s()<>]+@[^\s()<>]+)\s*[)>]$/s
const mailDashName = /^([^\s()<>]+@[^\s()<>]+)\s*[-–,]\s+(\S.*)$/s
const mailInside = /[^\s()<>[\]:;,"']+@[^\s()<>[\]:;,"']+\.[^\s()<>[\]:;,"']+/

/** Longer text is prose, not a person; the patterns above backtrack on long text. */
const maxLength = 300

/** Parses `mail (Name)`, `Name <mail>`, a bare mail address or a bare name; null when nothing is left of it. */
export function personFrom(written: string): Person | null {
  const text = tidyLine(withoutMarkup(written))
  if (text === null) return null
  if (text.length > maxLength || !text.includes('@')) return { name: unquoted(text), email: null, url: null }
  const front = mailThenName.exec(text) ?? mailDashName.exec(text)
  if (front) return person(front[2]!, front[1]!)
  const back = nameThenMail.exec(text)
  if (back) return person(back[1]!, back[2]!)
  const inside = mailInside.exec(text)?.[0]
  if (inside === undefined) return person(text, '')
  return person(text.replace(inside, '').replace(/[()<>[\]]|mailto:/g, ' '), inside)
}

/** Tags that publishers write around a name. Others are left: `<nora@herald.example>` is an address. */
const markup = /<\/?(?:a|abbr|b|br|em|font|i|p|span|strong|u)(?:\s[^<>]*)?\/?>/gi

/** A name is plain text, but some publishers write a link around it, or escape it twice. */
function withoutMarkup(written: string): string {
  if (written.length > maxLength * 10) return written
  const bare = written.includes('<') ? written.replace(markup, ' ') : written
  return bare.includes('&') ? decodeReferences(bare) : bare
}

function person(name: string, email: string): Person | null {
  const tidyName = unquoted(name.replace(/\s+/g, ' ').trim())
  const tidyMail = email.trim()
  if (tidyName === '' && tidyMail === '') return null
  return { name: tidyName === '' ? null : tidyName, email: tidyMail === '' ? null : tidyMail, url: null }
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.replace(/^"(.*)"$/, '$1') : name
}
