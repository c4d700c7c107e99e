import type { Text } from '../domain/entry.ts'
import { absolute } from './absolute.ts'
import { atomText } from './atom-text.ts'
import type { CommonBuilder } from './builders.ts'
import { addressIn, attribute, attributeIn, type Field, htmlText, lineOf, numberFrom, textOf } from './field.ts'
import { looksLikeHtml } from './looks-like-html.ts'
import { named, type Rule, text } from './rule.ts'

const maxCategories = 1000
const maxLinks = 1000

/** RSS does not say whether a title is markup, so `looksLikeHtml` decides. */
export function rssText(field: Field): Text | null {
  if (field.markup !== null) return htmlText(field)
  const value = field.text()
  return textOf(field, value, looksLikeHtml(value) ? 'html' : 'text')
}

/** Adds a category unless it is blank or already in the list. */
export function addCategory(
  builder: CommonBuilder,
  term: string | null,
  scheme: string | null,
  label: string | null,
): void {
  if (term === null || builder.categories.length >= maxCategories) return
  const there = builder.categories.some((one) => one.term === term && one.scheme === scheme && one.label === label)
  if (!there) builder.categories.push({ term, scheme, label })
}

const category: Rule<CommonBuilder> = text((builder, field) => {
  const label = attribute(field, 'label')
  const term = attribute(field, 'term') ?? label ?? lineOf(field) ?? attribute(field, 'rdf:resource')
  addCategory(builder, term, attribute(field, 'scheme') ?? attribute(field, 'domain'), label)
})

/** RFC 4287: a missing `rel` is `alternate`, and a relation written as the IANA registry's address is its name. */
export function relationOf(rel: string | null): string {
  return rel === null
    ? 'alternate'
    : rel.toLowerCase().replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '')
}

function addLink(builder: CommonBuilder, field: Field): void {
  const href =
    addressIn(field, attribute(field, 'href')) ?? addressIn(field, lineOf(field)) ?? ownAddress(builder, field)
  if (href === null || builder.links.length >= maxLinks) return
  const rel = relationOf(attribute(field, 'rel'))
  builder.links.push({
    href,
    rel,
    type: attribute(field, 'type'),
    title: attribute(field, 'title'),
    hreflang: attribute(field, 'hreflang'),
    length: numberFrom(attribute(field, 'length')),
  })
  if (rel === 'replies') builder.replies ??= replyCount(field)
}

/** An empty reference means the document itself: right for a feed, wrong for an entry. */
function ownAddress(builder: CommonBuilder, field: Field): string | null {
  return builder.kind === 'feed' && attributeIn(field.attributes, 'href') !== undefined ? field.base : null
}

/** RFC 4685 puts the number of replies into an attribute with any prefix. */
function replyCount(field: Field): number | null {
  const name = field.attributes.find((text, at) => at % 2 === 0 && text.endsWith(':count'))
  return name === undefined ? null : numberFrom(attributeIn(field.attributes, name))
}

/**
 * `link` without a namespace: RSS's own holds the address as text; some publishers write Atom's without its namespace.
 */
const pageLink: Rule<CommonBuilder> = text((builder, field) => {
  if (builder.pageLinks.length >= maxLinks) return
  const written = lineOf(field) ?? (field.attributes.length === 2 ? attribute(field, 'href') : null)
  if (written !== null) builder.pageLinks.push(absolute(written, field.base))
  else addLink(builder, field)
})

/** When a publisher gives a date twice, the last one is kept. */
function date(name: 'published' | 'issued' | 'created' | 'updated' | 'dcDate' | 'pubDate'): Rule<CommonBuilder> {
  return text((builder, field) => {
    builder[name] = lineOf(field) ?? builder[name]
  })
}

const rights: Rule<CommonBuilder> = text((builder, field) => {
  builder.rights ??= rssText(field)
})

/** The rules that feeds and entries have in common. */
export const commonRules: readonly [string, Rule<CommonBuilder>][] = [
  [
    'title',
    text((builder, field) => {
      builder.title ??= rssText(field)
    }),
  ],
  [
    'atom:title',
    text((builder, field) => {
      builder.title ??= atomText(field)
    }),
  ],
  [
    'dc:title',
    text((builder, field) => {
      builder.titleFallback ??= rssText(field)
    }),
  ],
  ['link', pageLink],
  ['atom:link', text(addLink)],
  ...named<CommonBuilder>(
    'id atom:id',
    text((builder, field) => {
      builder.id ??= lineOf(field)
    }),
  ),
  ...named('category atom:category', category),
  ...named<CommonBuilder>(
    'dc:subject dcterms:subject',
    text((builder, field) => addCategory(builder, lineOf(field), null, null)),
  ),
  ...named('copyright rights dc:rights dcterms:rights', rights),
  ...named<CommonBuilder>(
    'atom:rights atom:copyright',
    text((builder, field) => {
      builder.rights ??= atomText(field)
    }),
  ),
  ['pubdate', date('pubDate')],
  ['dc:date', date('dcDate')],
  ['atom:published', date('published')],
  ...named('atom:issued dcterms:issued', date('issued')),
  ...named('atom:created dcterms:created', date('created')),
  ...named('atom:updated atom:modified dcterms:modified', date('updated')),
  ...named<CommonBuilder>(
    'language dc:language dcterms:language',
    text((builder, field) => {
      builder.language ??= lineOf(field)
    }),
  ),
]
