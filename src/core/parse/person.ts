import type { Person } from '../domain/entry.ts'
import { tidyLine } from './field.ts'

const mailThenName = /^([^\s()<>]+@[^\s()<>]+)\s*\((.*)\)$/s
const nameThenMail = /^(.*?)\s*[(<]\s*(?:mailto:)?([^\s()<>]+@[^\s()<>]+)\s*[)>]$/s
const mailDashName = /^([^\s()<>]+@[^\s()<>]+)\s*[-–,]\s+(\S.*)$/s
const mailInside = /[^\s()<>[\]:;,"']+@[^\s()<>[\]:;,"']+\.[^\s()<>[\]:;,"']+/

/** Longer text is prose, not a person; the patterns above backtrack on long text. */
const maxLength = 300

/** Parses `mail (Name)`, `Name <mail>`, a bare mail address or a bare name; null when nothing is left of it. */
export function personFrom(written: string): Person | null {
  const text = tidyLine(written)
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

function person(name: string, email: string): Person | null {
  const tidyName = unquoted(name.replace(/\s+/g, ' ').trim())
  const tidyMail = email.trim()
  if (tidyName === '' && tidyMail === '') return null
  return { name: tidyName === '' ? null : tidyName, email: tidyMail === '' ? null : tidyMail, url: null }
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.replace(/^"(.*)"$/, '$1') : name
}
