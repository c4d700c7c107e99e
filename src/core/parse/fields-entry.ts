import { absolute, isWebAddress } from './absolute.ts'
import { atomText } from './atom-text.ts'
import type { EntryBuilder, SourceBuilder } from './builders.ts'
import { addressIn, attribute, type Field, htmlText, lineOf, numberFrom } from './field.ts'
import { commonRules, relationOf } from './fields-common.ts'
import { mediaRules } from './fields-media.ts'
import { personRule, personRules } from './fields-person.ts'
import { podcastRules } from './fields-podcast.ts'
import { apart, named, type Rule, type Table, text, widened, within } from './rule.ts'

const maxEnclosures = 1000

function addEnclosure(builder: EntryBuilder, field: Field): void {
  const written =
    attribute(field, 'url') ?? attribute(field, 'href') ?? attribute(field, 'rdf:resource') ?? lineOf(field)
  const url = addressIn(field, written)
  if (url === null || builder.enclosures.length >= maxEnclosures) return
  const length = numberFrom(attribute(field, 'length') ?? attribute(field, 'filesize'))
  builder.enclosures.push({ url, type: attribute(field, 'type'), length })
}

/** An element that must hold an address; any other text is dropped. */
function address(name: 'comments' | 'commentsFeed' | 'originalLink' | 'originalEnclosure'): Rule<EntryBuilder> {
  return text((builder, field) => {
    const written = lineOf(field)
    if (written !== null && !/\s/.test(written)) builder[name] ??= absolute(written, field.base)
  })
}

function emptySource(): SourceBuilder {
  return { title: null, link: null, id: null, updated: null, authors: [] }
}

const sourceParts: Table<SourceBuilder> = new Map<string, Rule<SourceBuilder>>([
  [
    'atom:title',
    text((source, field) => {
      source.title ??= lineOf(field)
    }),
  ],
  [
    'atom:id',
    text((source, field) => {
      source.id ??= lineOf(field)
    }),
  ],
  [
    'atom:updated',
    text((source, field) => {
      source.updated ??= lineOf(field)
    }),
  ],
  [
    'atom:link',
    text((source, field) => {
      if (relationOf(attribute(field, 'rel')) === 'alternate')
        source.link ??= addressIn(field, attribute(field, 'href'))
    }),
  ],
  ['atom:author', personRule((source) => source.authors)],
])

const sourceRules: readonly [string, Rule<EntryBuilder>][] = [
  [
    'source',
    text((builder, field) => {
      builder.source ??= { ...emptySource(), title: lineOf(field), link: addressIn(field, attribute(field, 'url')) }
    }),
  ],
  [
    'dc:source',
    text((builder, field) => {
      const line = lineOf(field)
      if (line !== null)
        builder.source ??= { ...emptySource(), ...(isWebAddress(line) ? { link: line } : { title: line }) }
    }),
  ],
  [
    'atom:source',
    apart(
      sourceParts,
      () => emptySource(),
      (builder, source) => {
        builder.source ??= source
      },
    ),
  ],
]

const point: Rule<EntryBuilder> = text((builder, field) => {
  const [latitude, longitude] = field
    .text()
    .trim()
    .split(/[\s,]+/, 2)
  builder.latitude ??= degrees(latitude)
  builder.longitude ??= degrees(longitude)
})

function degrees(written: string | undefined): number | null {
  const number = Number(written?.trim() || 'none')
  return Math.abs(number) <= 180 ? number : null
}

/** Simple GeoRSS, GML in GeoRSS, and the W3C's vocabulary. http://www.georss.org/ */
const placeRules: readonly [string, Rule<EntryBuilder>][] = [
  ...named('georss:point gml:pos', point),
  ...named(
    'georss:where gml:point geo:point',
    within<EntryBuilder>(() => placeTable),
  ),
  [
    'geo:lat',
    text((builder, field) => {
      builder.latitude ??= degrees(field.text())
    }),
  ],
  [
    'geo:long',
    text((builder, field) => {
      builder.longitude ??= degrees(field.text())
    }),
  ],
]

const placeTable: Table<EntryBuilder> = new Map(placeRules)

const imageParts: Table<EntryBuilder> = new Map<string, Rule<EntryBuilder>>([
  [
    'url',
    text((builder, field) => {
      builder.image ??= addressIn(field, lineOf(field))
    }),
  ],
])

const textRules: readonly [string, Rule<EntryBuilder>][] = [
  ...named<EntryBuilder>(
    'content:encoded xhtml:body xhtml:div body fullitem',
    text((builder, field) => {
      builder.encoded ??= htmlText(field)
    }),
  ),
  [
    'atom:content',
    text((builder, field) => {
      builder.contentSrc ??= addressIn(field, attribute(field, 'src'))
      builder.content ??= atomText(field)
    }),
  ],
  [
    'content',
    text((builder, field) => {
      builder.content ??= htmlText(field)
    }),
  ],
  [
    'description',
    text((builder, field) => {
      builder.description ??= htmlText(field)
    }),
  ],
  [
    'summary',
    text((builder, field) => {
      builder.summary ??= htmlText(field)
    }),
  ],
  [
    'atom:summary',
    text((builder, field) => {
      builder.summary ??= atomText(field)
    }),
  ],
  ...named<EntryBuilder>(
    'dc:description dcterms:abstract googleplay:description',
    text((builder, field) => {
      builder.summaryFallback ??= htmlText(field)
    }),
  ),
]

/** The rules inside an entry. */
export const entryTable: Table<EntryBuilder> = new Map<string, Rule<EntryBuilder>>([
  ...widened(commonRules),
  ...widened(personRules),
  ...widened(podcastRules),
  ...mediaRules,
  ...textRules,
  ...sourceRules,
  ...placeRules,
  [
    'guid',
    text((builder, field) => {
      builder.id ??= lineOf(field)
      builder.guidIsPermalink ??= attribute(field, 'ispermalink')?.toLowerCase() !== 'false'
    }),
  ],
  [
    'dc:identifier',
    text((builder, field) => {
      builder.about ??= lineOf(field)
    }),
  ],
  ['enclosure', text(addEnclosure)],
  ['comments', address('comments')],
  ['wfw:commentrss', address('commentsFeed')],
  ...named('feedburner:origlink pheedo:origlink', address('originalLink')),
  ['feedburner:origenclosurelink', address('originalEnclosure')],
  ...named<EntryBuilder>(
    'slash:comments thr:total',
    text((builder, field) => {
      builder.commentCount ??= numberFrom(field.text())
    }),
  ),
  [
    'image',
    within<EntryBuilder>(
      () => imageParts,
      (builder, field) => {
        builder.image ??= addressIn(
          field,
          attribute(field, 'rdf:resource') ?? attribute(field, 'href') ?? attribute(field, 'url'),
        )
      },
    ),
  ],
])
