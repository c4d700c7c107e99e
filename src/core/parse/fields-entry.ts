import { absolute, isWebAddress } from './absolute.ts'
import { atomText } from './atom-text.ts'
import type { EntryDraft, SourceDraft } from './drafts.ts'
import { addressIn, attribute, type Field, htmlText, lineOf, numberFrom } from './field.ts'
import { commonRules, relationOf } from './fields-common.ts'
import { mediaRules } from './fields-media.ts'
import { personRule, personRules } from './fields-person.ts'
import { podcastRules } from './fields-podcast.ts'
import { apart, named, type Rule, type Table, text, widened, within } from './rule.ts'

const maxEnclosures = 1000

function addEnclosure(draft: EntryDraft, field: Field): void {
  const written =
    attribute(field, 'url') ?? attribute(field, 'href') ?? attribute(field, 'rdf:resource') ?? lineOf(field)
  const url = addressIn(field, written)
  if (url === null || draft.enclosures.length >= maxEnclosures) return
  const length = numberFrom(attribute(field, 'length') ?? attribute(field, 'filesize'))
  draft.enclosures.push({ url, type: attribute(field, 'type'), length })
}

/** An element that must hold an address; prose in it is nobody's link. */
function address(name: 'comments' | 'commentsFeed' | 'originalLink' | 'originalEnclosure'): Rule<EntryDraft> {
  return text((draft, field) => {
    const written = lineOf(field)
    if (written !== null && !/\s/.test(written)) draft[name] ??= absolute(written, field.base)
  })
}

function emptySource(): SourceDraft {
  return { title: null, link: null, id: null, updated: null, authors: [] }
}

const sourceParts: Table<SourceDraft> = new Map<string, Rule<SourceDraft>>([
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

const sourceRules: readonly [string, Rule<EntryDraft>][] = [
  [
    'source',
    text((draft, field) => {
      draft.source ??= { ...emptySource(), title: lineOf(field), link: addressIn(field, attribute(field, 'url')) }
    }),
  ],
  [
    'dc:source',
    text((draft, field) => {
      const line = lineOf(field)
      if (line !== null)
        draft.source ??= { ...emptySource(), ...(isWebAddress(line) ? { link: line } : { title: line }) }
    }),
  ],
  [
    'atom:source',
    apart(
      sourceParts,
      () => emptySource(),
      (draft, source) => {
        draft.source ??= source
      },
    ),
  ],
]

const point: Rule<EntryDraft> = text((draft, field) => {
  const [latitude, longitude] = field
    .text()
    .trim()
    .split(/[\s,]+/, 2)
  draft.latitude ??= degrees(latitude)
  draft.longitude ??= degrees(longitude)
})

function degrees(written: string | undefined): number | null {
  const number = Number(written?.trim() || 'none')
  return Math.abs(number) <= 180 ? number : null
}

/** Simple GeoRSS, GML in GeoRSS, and the W3C's vocabulary. http://www.georss.org/ */
const placeRules: readonly [string, Rule<EntryDraft>][] = [
  ...named('georss:point gml:pos', point),
  ...named(
    'georss:where gml:point geo:point',
    within<EntryDraft>(() => placeTable),
  ),
  [
    'geo:lat',
    text((draft, field) => {
      draft.latitude ??= degrees(field.text())
    }),
  ],
  [
    'geo:long',
    text((draft, field) => {
      draft.longitude ??= degrees(field.text())
    }),
  ],
]

const placeTable: Table<EntryDraft> = new Map(placeRules)

const imageParts: Table<EntryDraft> = new Map<string, Rule<EntryDraft>>([
  [
    'url',
    text((draft, field) => {
      draft.image ??= addressIn(field, lineOf(field))
    }),
  ],
])

const textRules: readonly [string, Rule<EntryDraft>][] = [
  ...named<EntryDraft>(
    'content:encoded xhtml:body xhtml:div body fullitem',
    text((draft, field) => {
      draft.encoded ??= htmlText(field)
    }),
  ),
  [
    'atom:content',
    text((draft, field) => {
      draft.contentSrc ??= addressIn(field, attribute(field, 'src'))
      draft.content ??= atomText(field)
    }),
  ],
  [
    'content',
    text((draft, field) => {
      draft.content ??= htmlText(field)
    }),
  ],
  [
    'description',
    text((draft, field) => {
      draft.description ??= htmlText(field)
    }),
  ],
  [
    'summary',
    text((draft, field) => {
      draft.summary ??= htmlText(field)
    }),
  ],
  [
    'atom:summary',
    text((draft, field) => {
      draft.summary ??= atomText(field)
    }),
  ],
  ...named<EntryDraft>(
    'dc:description dcterms:abstract googleplay:description',
    text((draft, field) => {
      draft.summaryFallback ??= htmlText(field)
    }),
  ),
]

/** What an entry may hold. */
export const entryTable: Table<EntryDraft> = new Map<string, Rule<EntryDraft>>([
  ...widened(commonRules),
  ...widened(personRules),
  ...widened(podcastRules),
  ...mediaRules,
  ...textRules,
  ...sourceRules,
  ...placeRules,
  [
    'guid',
    text((draft, field) => {
      draft.id ??= lineOf(field)
      draft.guidIsPermalink ??= attribute(field, 'ispermalink')?.toLowerCase() !== 'false'
    }),
  ],
  [
    'dc:identifier',
    text((draft, field) => {
      draft.about ??= lineOf(field)
    }),
  ],
  ['enclosure', text(addEnclosure)],
  ['comments', address('comments')],
  ['wfw:commentrss', address('commentsFeed')],
  ...named('feedburner:origlink pheedo:origlink', address('originalLink')),
  ['feedburner:origenclosurelink', address('originalEnclosure')],
  ...named<EntryDraft>(
    'slash:comments thr:total',
    text((draft, field) => {
      draft.commentCount ??= numberFrom(field.text())
    }),
  ),
  [
    'image',
    within<EntryDraft>(
      () => imageParts,
      (draft, field) => {
        draft.image ??= addressIn(
          field,
          attribute(field, 'rdf:resource') ?? attribute(field, 'href') ?? attribute(field, 'url'),
        )
      },
    ),
  ],
])
