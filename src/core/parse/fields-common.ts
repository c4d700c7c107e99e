import type { Text } from '../domain/entry.ts'
import { absolute } from './absolute.ts'
import { atomText } from './atom-text.ts'
import type { Draft } from './drafts.ts'
import { addressIn, attribute, attributeIn, type Field, htmlText, lineOf, numberFrom, textOf } from './field.ts'
import { looksLikeHtml } from './looks-like-html.ts'
import { named, type Rule, text } from './rule.ts'

const maxCategories = 1000
const maxLinks = 1000

/** RSS never says whether a title is markup, so its looks decide. */
export function rssText(field: Field): Text | null {
  if (field.markup !== null) return htmlText(field)
  const value = field.text()
  return textOf(field, value, looksLikeHtml(value) ? 'html' : 'text')
}

/** Adds a category unless it is blank or there already. */
export function addCategory(draft: Draft, term: string | null, scheme: string | null, label: string | null): void {
  if (term === null || draft.categories.length >= maxCategories) return
  const there = draft.categories.some((one) => one.term === term && one.scheme === scheme && one.label === label)
  if (!there) draft.categories.push({ term, scheme, label })
}

const category: Rule<Draft> = text((draft, field) => {
  const label = attribute(field, 'label')
  const term = attribute(field, 'term') ?? label ?? lineOf(field) ?? attribute(field, 'rdf:resource')
  addCategory(draft, term, attribute(field, 'scheme') ?? attribute(field, 'domain'), label)
})

/** RFC 4287: a missing `rel` is `alternate`, and the registry's address before a name means the name. */
export function relationOf(rel: string | null): string {
  return rel === null
    ? 'alternate'
    : rel.toLowerCase().replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '')
}

function addLink(draft: Draft, field: Field): void {
  const href = addressIn(field, attribute(field, 'href')) ?? addressIn(field, lineOf(field)) ?? ownAddress(draft, field)
  if (href === null || draft.links.length >= maxLinks) return
  const rel = relationOf(attribute(field, 'rel'))
  draft.links.push({
    href,
    rel,
    type: attribute(field, 'type'),
    title: attribute(field, 'title'),
    hreflang: attribute(field, 'hreflang'),
    length: numberFrom(attribute(field, 'length')),
  })
  if (rel === 'replies') draft.replies ??= replyCount(field)
}

/** An empty reference means the document itself: good for a feed, never true of an entry. */
function ownAddress(draft: Draft, field: Field): string | null {
  return draft.kind === 'feed' && attributeIn(field.attributes, 'href') !== undefined ? field.base : null
}

/** RFC 4685 counts replies in an attribute whose prefix is the publisher's choice. */
function replyCount(field: Field): number | null {
  const name = field.attributes.find((text, at) => at % 2 === 0 && text.endsWith(':count'))
  return name === undefined ? null : numberFrom(attributeIn(field.attributes, name))
}

/** `link` without a namespace: RSS's own holds the address, but some write Atom's and forget to say so. */
const pageLink: Rule<Draft> = text((draft, field) => {
  if (draft.pageLinks.length >= maxLinks) return
  const written = lineOf(field) ?? (field.attributes.length === 2 ? attribute(field, 'href') : null)
  if (written !== null) draft.pageLinks.push(absolute(written, field.base))
  else addLink(draft, field)
})

/** Publishers who write a date twice mean the later one. */
function date(name: 'published' | 'issued' | 'created' | 'updated' | 'dcDate' | 'pubDate'): Rule<Draft> {
  return text((draft, field) => {
    draft[name] = lineOf(field) ?? draft[name]
  })
}

const rights: Rule<Draft> = text((draft, field) => {
  draft.rights ??= rssText(field)
})

/** What feeds and entries have in common. */
export const commonRules: readonly [string, Rule<Draft>][] = [
  [
    'title',
    text((draft, field) => {
      draft.title ??= rssText(field)
    }),
  ],
  [
    'atom:title',
    text((draft, field) => {
      draft.title ??= atomText(field)
    }),
  ],
  [
    'dc:title',
    text((draft, field) => {
      draft.titleFallback ??= rssText(field)
    }),
  ],
  ['link', pageLink],
  ['atom:link', text(addLink)],
  ...named<Draft>(
    'id atom:id',
    text((draft, field) => {
      draft.id ??= lineOf(field)
    }),
  ),
  ...named('category atom:category', category),
  ...named<Draft>(
    'dc:subject dcterms:subject',
    text((draft, field) => addCategory(draft, lineOf(field), null, null)),
  ),
  ...named('copyright rights dc:rights dcterms:rights', rights),
  ...named<Draft>(
    'atom:rights atom:copyright',
    text((draft, field) => {
      draft.rights ??= atomText(field)
    }),
  ),
  ['pubdate', date('pubDate')],
  ['dc:date', date('dcDate')],
  ['atom:published', date('published')],
  ...named('atom:issued dcterms:issued', date('issued')),
  ...named('atom:created dcterms:created', date('created')),
  ...named('atom:updated atom:modified dcterms:modified', date('updated')),
  ...named<Draft>(
    'language dc:language dcterms:language',
    text((draft, field) => {
      draft.language ??= lineOf(field)
    }),
  ),
]
