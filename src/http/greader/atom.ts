import { markupText, xml } from '../../core/digest/render/markup.ts'
import type { Item } from './item.ts'
import { stateId } from './stream-id.ts'

/** What is on a stream. */
interface Contents {
  readonly id: string
  readonly title: string
  readonly updated: number
  readonly items: readonly Item[]
}

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** A stream as Atom; what a reader did with an entry is told by its categories. */
export function atomOf({ id, title, updated, items }: Contents): string {
  return markupText(xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:google.com,2005:reader/${id}</id>
<title>${title === '' ? id : title}</title>
<updated>${iso(updated)}</updated>
${items.map(atomEntry)}</feed>
`)
}

function atomEntry({ id, title, author, alternate, published, updated, summary, categories }: Item) {
  const states = [categories.includes(stateId('read')) ? 'read' : 'fresh']
  if (categories.includes(stateId('starred'))) states.push('starred')
  const href = alternate[0]?.href ?? ''
  return xml`<entry>
<id>${id}</id>
<title>${title}</title>
${href === '' ? null : xml`<link rel="alternate" type="text/html" href="${href}"/>\n`}<published>${iso(published)}</published>
<updated>${iso(updated)}</updated>
<author><name>${author}</name></author>
${states.map(stateCategory)}<summary type="html">${summary.content}</summary>
</entry>
`
}

const stateCategory = (label: string) =>
  xml`<category term="user/-/state/com.google/${label}" scheme="http://www.google.com/reader/" label="${label}"/>\n`
