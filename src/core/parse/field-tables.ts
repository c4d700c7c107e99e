import type { Person, Text } from '../domain/entry.ts'
import { absolute, isWebAddress } from './absolute.ts'
import { atomText } from './atom-text.ts'
import { type Draft, type EntryDraft, type FeedDraft, itunesOf, type PersonDraft, type SourceDraft } from './drafts.ts'
import { attribute, type Field, htmlText, lineOf, numberFrom, textOf, tidyLine } from './field.ts'
import { looksLikeHtml } from './looks-like-html.ts'
import { personFrom } from './person.ts'

/** What to do with one element: read its text, only its attributes, or go into it. */
export type Rule<D> =
  | { readonly reads: 'text'; readonly take: (draft: D, field: Field) => void }
  | { readonly reads: 'attributes'; readonly take: (draft: D, field: Field) => void }
  | {
      readonly reads: 'children'
      readonly enter: (draft: D, field: Field) => Inside
    }

/** The table that holds inside an element, the draft it fills, and what to do when the element ends. */
export interface Inside {
  readonly table: Table<never>
  readonly draft: unknown
  /** Told the text that stood directly in the element, references decoded. */
  readonly leave?: (stray: string) => void
}

/** Rules by field name. */
export type Table<D> = ReadonlyMap<string, Rule<D>>

const text = <D>(take: (draft: D, field: Field) => void): Rule<D> => ({ reads: 'text', take })
const attributes = <D>(take: (draft: D, field: Field) => void): Rule<D> => ({ reads: 'attributes', take })
const children = <D>(enter: (draft: D, field: Field) => Inside): Rule<D> => ({ reads: 'children', enter })

function table<D>(rules: Record<string, Rule<D>>): Table<D> {
  return new Map(Object.entries(rules))
}

/** RSS never says whether a title is markup, so its looks decide. */
function rssText(field: Field): Text | null {
  if (field.markup !== null) return htmlText(field)
  return textOf(field, field.text, looksLikeHtml(field.text) ? 'html' : 'text')
}

function addressIn(field: Field, written: string | null): string | null {
  return written === null ? null : absolute(written, field.base)
}

function addLink(draft: Draft, field: Field): void {
  const href = addressIn(field, attribute(field, 'href')) ?? addressIn(field, lineOf(field))
  if (href === null) return
  draft.links.push({
    href,
    rel: relationOf(attribute(field, 'rel')),
    type: attribute(field, 'type'),
    title: attribute(field, 'title'),
    hreflang: attribute(field, 'hreflang'),
    length: numberFrom(attribute(field, 'length')),
  })
}

/** RFC 4287: a missing `rel` is `alternate`, and the registry's address before a name means the name. */
function relationOf(rel: string | null): string {
  return rel === null
    ? 'alternate'
    : rel.toLowerCase().replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '')
}

/** `link` without a namespace: RSS's own holds the address, but some write Atom's and forget to say so. */
function pageLink(draft: Draft, field: Field): void {
  const written = lineOf(field)
  if (written !== null) draft.pageLinks.push(absolute(written, field.base))
  else if (field.attributes.has('href')) addLink(draft, field)
  else if (field.attributes.has('rdf:resource'))
    draft.pageLinks.push(absolute(field.attributes.get('rdf:resource')!, field.base))
}

function addCategory(draft: Draft, field: Field): void {
  const written = lineOf(field)
  const term = attribute(field, 'term') ?? attribute(field, 'label') ?? written ?? attribute(field, 'rdf:resource')
  if (term === null) return
  const scheme = attribute(field, 'scheme') ?? attribute(field, 'domain')
  addUnique(draft, term, scheme, attribute(field, 'label'))
}

function addUnique(draft: Draft, term: string, scheme: string | null, label: string | null): void {
  if (draft.categories.length >= 1000) return
  if (
    draft.categories.some(
      (category) => category.term === term && category.scheme === scheme && category.label === label,
    )
  )
    return
  draft.categories.push({ term, scheme, label })
}

function addPerson(list: Person[], person: Person | null): void {
  if (person !== null && list.length < 1000) list.push(person)
}

/** A person's element may hold its parts or plain text, whatever its namespace promises. */
function person(list: (draft: Draft) => Person[]): Rule<Draft> {
  return children((draft, field) => {
    const one: PersonDraft = { name: null, email: null, url: null }
    const about = attribute(field, 'rdf:about')
    return {
      table: personTable as Table<never>,
      draft: one,
      leave: (stray) => addPerson(list(draft), tidyPerson(one, about) ?? personFrom(stray)),
    }
  })
}

/** Whoever writes a mail address into the name, or both into one element, still gets a name and a mail. */
function tidyPerson(one: PersonDraft, about: string | null): Person | null {
  const read = one.name !== null && one.email === null ? personFrom(one.name) : null
  const whole: Person = {
    name: read ? read.name : one.name,
    email: one.email ?? read?.email ?? null,
    url: one.url ?? about,
  }
  return whole.name === null && whole.email === null && whole.url === null ? null : whole
}

const personTable: Table<PersonDraft> = table<PersonDraft>(
  Object.fromEntries([
    ...['atom:name', 'name', 'itunes:name', 'dc:title', 'rdf:value', 'foaf:name'].map((name) => [
      name,
      text<PersonDraft>((one, field) => {
        one.name ??= lineOf(field)
      }),
    ]),
    ...['atom:email', 'email', 'itunes:email'].map((name) => [
      name,
      text<PersonDraft>((one, field) => {
        one.email ??= lineOf(field)?.replace(/^mailto:/i, '') ?? null
      }),
    ]),
    ...['atom:uri', 'atom:url', 'uri', 'url', 'atom:homepage'].map((name) => [
      name,
      text<PersonDraft>((one, field) => {
        one.url ??= addressIn(field, lineOf(field))
      }),
    ]),
  ]),
)

const creator: Rule<Draft> = text((draft, field) => addPerson(draft.creators, personFrom(field.text)))
const subject: Rule<Draft> = text((draft, field) => {
  const term = lineOf(field)
  if (term !== null) addUnique(draft, term, null, null)
})
const rights: Rule<Draft> = text((draft, field) => {
  draft.rights ??= rssText(field)
})
const ownTitle: Rule<Draft> = text((draft, field) => {
  draft.title ??= rssText(field)
})
const language: Rule<Draft> = text((draft, field) => {
  draft.language ??= lineOf(field)
})

function date(name: 'published' | 'updated' | 'dcDate' | 'pubDate'): Rule<Draft> {
  return text((draft, field) => {
    draft[name] ??= lineOf(field)
  })
}

const explicitWords: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['explicit', true],
  ['no', false],
  ['false', false],
  ['clean', false],
])

type ItunesLine = 'title' | 'subtitle' | 'summary' | 'duration' | 'episodeType'

function itunesLine(name: ItunesLine): Rule<Draft> {
  return text((draft, field) => {
    itunesOf(draft)[name] ??= lineOf(field)
  })
}

function itunesNumber(name: 'episode' | 'season' | 'order'): Rule<Draft> {
  return text((draft, field) => {
    itunesOf(draft)[name] ??= numberFrom(field.text)
  })
}

const podcastImage: Rule<Draft> = text((draft, field) => {
  itunesOf(draft).image ??= addressIn(field, attribute(field, 'href') ?? attribute(field, 'url') ?? lineOf(field))
})

const itunesCategory: Rule<Draft> = children((draft, field) => {
  const term = tidyLine(attribute(field, 'text'))
  if (term !== null) addUnique(draft, term, 'http://www.itunes.com/', null)
  return { table: itunesCategoryTable as Table<never>, draft }
})

const itunesCategoryTable: Table<Draft> = new Map([['itunes:category', itunesCategory]])

const podcastKeywords: Rule<Draft> = text((draft, field) => {
  const separator = field.text.includes(',') ? ',' : /\s+/
  for (const word of field.text.split(separator)) {
    const term = tidyLine(word)
    if (term !== null) itunesOf(draft).keywords.push(term)
  }
})

const common: Record<string, Rule<Draft>> = {
  title: ownTitle,
  'atom:title': text((draft, field) => {
    draft.title ??= atomText(field)
  }),
  'dc:title': text((draft, field) => {
    draft.titleFallback ??= rssText(field)
  }),
  link: text(pageLink),
  'atom:link': text(addLink),
  'atom:id': text((draft, field) => {
    draft.id ??= lineOf(field)
  }),
  id: text((draft, field) => {
    draft.id ??= lineOf(field)
  }),
  author: person((draft) => draft.authors),
  'atom:author': person((draft) => draft.authors),
  'atom:contributor': person((draft) => draft.contributors),
  'dc:creator': creator,
  'dc:author': creator,
  'dcterms:creator': creator,
  'dc:contributor': text((draft, field) => addPerson(draft.contributors, personFrom(field.text))),
  category: text(addCategory),
  'atom:category': text(addCategory),
  'dc:subject': subject,
  'dcterms:subject': subject,
  'itunes:category': itunesCategory,
  'itunes:keywords': podcastKeywords,
  copyright: rights,
  rights,
  'dc:rights': rights,
  'dcterms:rights': rights,
  'atom:rights': text((draft, field) => {
    draft.rights ??= atomText(field)
  }),
  'atom:copyright': text((draft, field) => {
    draft.rights ??= atomText(field)
  }),
  'dc:date': date('dcDate'),
  pubdate: date('pubDate'),
  'atom:published': date('published'),
  'atom:issued': date('published'),
  'dcterms:issued': date('published'),
  'dcterms:created': date('published'),
  'atom:updated': date('updated'),
  'atom:modified': date('updated'),
  'dcterms:modified': date('updated'),
  language,
  'dc:language': language,
  'dcterms:language': language,
  'itunes:title': itunesLine('title'),
  'itunes:subtitle': itunesLine('subtitle'),
  'itunes:summary': itunesLine('summary'),
  'itunes:duration': itunesLine('duration'),
  'itunes:episodetype': itunesLine('episodeType'),
  'itunes:episode': itunesNumber('episode'),
  'itunes:season': itunesNumber('season'),
  'itunes:order': itunesNumber('order'),
  'itunes:author': text((draft, field) => {
    itunesOf(draft).author ??= lineOf(field)
  }),
  'googleplay:author': text((draft, field) => {
    itunesOf(draft).author ??= lineOf(field)
  }),
  'itunes:explicit': text((draft, field) => {
    itunesOf(draft).explicit ??= explicitWords.get(field.text.trim().toLowerCase()) ?? null
  }),
  'itunes:image': podcastImage,
  'itunes:link': text((draft, field) => {
    if (attribute(field, 'rel') === 'image') itunesOf(draft).image ??= addressIn(field, attribute(field, 'href'))
  }),
  'googleplay:image': podcastImage,
}

const address = (name: 'comments' | 'commentsFeed' | 'originalLink'): Rule<EntryDraft> =>
  text((draft, field) => {
    draft[name] ??= addressIn(field, lineOf(field))
  })

const encoded: Rule<EntryDraft> = text((draft, field) => {
  draft.encoded ??= htmlText(field)
})
const summaryFallback: Rule<EntryDraft> = text((draft, field) => {
  draft.summaryFallback ??= htmlText(field)
})

function addEnclosure(draft: EntryDraft, field: Field): void {
  const url = addressIn(
    field,
    attribute(field, 'url') ?? attribute(field, 'href') ?? attribute(field, 'rdf:resource') ?? lineOf(field),
  )
  if (url === null || draft.enclosures.length >= 1000) return
  const length = numberFrom(attribute(field, 'length') ?? attribute(field, 'filesize'))
  draft.enclosures.push({ url, type: attribute(field, 'type'), length })
}

const mediaContent: Rule<EntryDraft> = children((draft, field) => {
  const url = addressIn(field, attribute(field, 'url'))
  if (url !== null && draft.mediaContents.length < 1000)
    draft.mediaContents.push({
      url,
      type: attribute(field, 'type'),
      medium: attribute(field, 'medium'),
      width: numberFrom(attribute(field, 'width')),
      height: numberFrom(attribute(field, 'height')),
      length: numberFrom(attribute(field, 'filesize')),
    })
  return { table: mediaTable as Table<never>, draft }
})

const media: Record<string, Rule<EntryDraft>> = {
  'media:group': children((draft) => ({ table: mediaTable as Table<never>, draft })),
  'media:content': mediaContent,
  'media:thumbnail': text((draft, field) => {
    const url = addressIn(field, attribute(field, 'url') ?? lineOf(field))
    if (url !== null && draft.mediaThumbnails.length < 1000)
      draft.mediaThumbnails.push({
        url,
        width: numberFrom(attribute(field, 'width')),
        height: numberFrom(attribute(field, 'height')),
      })
  }),
  'media:title': text((draft, field) => {
    draft.mediaTitle ??= mediaText(field)
  }),
  'media:description': text((draft, field) => {
    draft.mediaDescription ??= mediaText(field)
  }),
  'media:category': text((draft, field) => {
    const term = lineOf(field) ?? attribute(field, 'label')
    if (term !== null)
      addUnique(
        draft,
        term,
        attribute(field, 'scheme') ?? 'http://search.yahoo.com/mrss/category_schema',
        attribute(field, 'label'),
      )
  }),
  'media:keywords': text((draft, field) => {
    for (const word of field.text.split(',')) {
      const term = tidyLine(word)
      if (term !== null) addUnique(draft, term, null, null)
    }
  }),
  'media:credit': text((draft, field) => {
    if ((attribute(field, 'role') ?? 'author') === 'author') addPerson(draft.mediaCredits, personFrom(field.text))
  }),
  'media:peerlink': text((draft, field) => {
    const url = addressIn(field, attribute(field, 'href'))
    if (url !== null) draft.enclosures.push({ url, type: attribute(field, 'type'), length: null })
  }),
}

const mediaTable: Table<EntryDraft> = table(media)

function mediaText(field: Field): Text | null {
  return attribute(field, 'type') === 'html' ? htmlText(field) : rssText(field)
}

const sourceTable: Table<SourceDraft> = table<SourceDraft>({
  'atom:title': text((source, field) => {
    source.title ??= lineOf(field)
  }),
  'atom:id': text((source, field) => {
    source.id ??= lineOf(field)
  }),
  'atom:updated': text((source, field) => {
    source.updated ??= lineOf(field)
  }),
  'atom:link': text((source, field) => {
    if (relationOf(attribute(field, 'rel')) === 'alternate') source.link ??= addressIn(field, attribute(field, 'href'))
  }),
})

const point: Rule<EntryDraft> = text((draft, field) => {
  const [latitude, longitude] = field.text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) {
    draft.latitude ??= latitude!
    draft.longitude ??= longitude!
  }
})

/** What an entry may hold. */
export const entryTable: Table<EntryDraft> = table<EntryDraft>({
  ...(common as Record<string, Rule<EntryDraft>>),
  ...media,
  guid: text((draft, field) => {
    draft.id ??= lineOf(field)
    draft.guidIsPermalink ??= attribute(field, 'ispermalink')?.toLowerCase() !== 'false'
  }),
  'dc:identifier': text((draft, field) => {
    draft.about ??= lineOf(field)
  }),
  description: text((draft, field) => {
    draft.description ??= htmlText(field)
  }),
  'dc:description': summaryFallback,
  'dcterms:abstract': summaryFallback,
  'googleplay:description': summaryFallback,
  summary: text((draft, field) => {
    draft.summary ??= htmlText(field)
  }),
  'atom:summary': text((draft, field) => {
    draft.summary ??= atomText(field)
  }),
  'atom:content': text((draft, field) => {
    draft.contentSrc ??= addressIn(field, attribute(field, 'src'))
    draft.content ??= atomText(field)
  }),
  content: text((draft, field) => {
    draft.content ??= htmlText(field)
  }),
  'content:encoded': encoded,
  'xhtml:body': encoded,
  body: encoded,
  fullitem: encoded,
  enclosure: text(addEnclosure),
  comments: address('comments'),
  'wfw:commentrss': address('commentsFeed'),
  'feedburner:origlink': address('originalLink'),
  'pheedo:origlink': address('originalLink'),
  'slash:comments': text((draft, field) => {
    draft.commentCount ??= numberFrom(field.text)
  }),
  'thr:total': text((draft, field) => {
    draft.commentCount ??= numberFrom(field.text)
  }),
  image: children((draft, field) => {
    const about = attribute(field, 'rdf:resource')
    if (about !== null) draft.image ??= addressIn(field, about)
    return { table: imageTable as Table<never>, draft }
  }),
  source: text((draft, field) => {
    draft.source ??= { title: lineOf(field), link: addressIn(field, attribute(field, 'url')), id: null, updated: null }
  }),
  'dc:source': text((draft, field) => {
    const line = lineOf(field)
    if (line !== null)
      draft.source ??= {
        title: isWebAddress(line) ? null : line,
        link: isWebAddress(line) ? line : null,
        id: null,
        updated: null,
      }
  }),
  'atom:source': children((draft) => {
    const source: SourceDraft = { title: null, link: null, id: null, updated: null }
    draft.source ??= source
    return { table: sourceTable as Table<never>, draft: source }
  }),
  'georss:point': point,
  'gml:pos': point,
  'georss:where': children((draft) => ({ table: pointTable as Table<never>, draft })),
  'geo:point': children((draft) => ({ table: pointTable as Table<never>, draft })),
  'geo:lat': text((draft, field) => {
    draft.latitude ??= finite(field.text)
  }),
  'geo:long': text((draft, field) => {
    draft.longitude ??= finite(field.text)
  }),
})

const pointTable: Table<EntryDraft> = new Map(
  ['gml:pos', 'geo:lat', 'geo:long']
    .map((name) => [name, entryTable.get(name)!] as const)
    .concat([['gml:point', children((draft: EntryDraft) => ({ table: pointTable as Table<never>, draft }))]]),
)

function finite(written: string): number | null {
  const number = Number(written.trim() || 'no')
  return Number.isFinite(number) ? number : null
}

const imageTable: Table<Draft> = table<Draft>({
  url: text((draft, field) => {
    draft.image ??= addressIn(field, lineOf(field))
  }),
})

const hoursTable: Table<FeedDraft> = table<FeedDraft>({
  hour: text((draft, field) => {
    const hour = numberFrom(field.text)
    if (hour !== null && hour <= 24 && draft.skipHours.length < 48) draft.skipHours.push(hour % 24)
  }),
})

const weekdays = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

const daysTable: Table<FeedDraft> = table<FeedDraft>({
  day: text((draft, field) => {
    const day = field.text.trim().toLowerCase()
    if (weekdays.has(day) && draft.skipDays.length < 14) draft.skipDays.push(day)
  }),
})

const feedDescription: Rule<FeedDraft> = text((draft, field) => {
  draft.description ??= rssText(field)
})
const feedTagline: Rule<FeedDraft> = text((draft, field) => {
  draft.description ??= atomText(field)
})
const newLocation: Rule<FeedDraft> = text((draft, field) => {
  draft.newLocation ??= addressIn(field, lineOf(field))
})

/** What a feed may hold besides its entries. */
export const feedTable: Table<FeedDraft> = table<FeedDraft>({
  ...(common as Record<string, Rule<FeedDraft>>),
  description: feedDescription,
  'dc:description': text((draft, field) => {
    draft.descriptionFallback ??= rssText(field)
  }),
  'googleplay:description': text((draft, field) => {
    draft.descriptionFallback ??= rssText(field)
  }),
  tagline: feedDescription,
  'atom:subtitle': feedTagline,
  'atom:tagline': feedTagline,
  'atom:info': text((draft, field) => {
    draft.descriptionFallback ??= atomText(field)
  }),
  managingeditor: text((draft, field) => addPerson(draft.editors, personFrom(field.text))),
  'dc:publisher': text((draft, field) => addPerson(draft.editors, personFrom(field.text))),
  webmaster: text((draft, field) => addPerson(draft.editors, personFrom(field.text))),
  'itunes:owner': person((draft) => (draft as FeedDraft).editors) as Rule<FeedDraft>,
  lastbuilddate: date('updated') as Rule<FeedDraft>,
  generator: text((draft, field) => {
    draft.generator ??= lineOf(field)
  }),
  'atom:generator': text((draft, field) => {
    draft.generator ??= lineOf(field)
    draft.generatorUrl ??= addressIn(field, attribute(field, 'uri') ?? attribute(field, 'url'))
  }),
  'admin:generatoragent': attributes((draft, field) => {
    const agent = attribute(field, 'rdf:resource')
    draft.generator ??= agent
    draft.generatorUrl ??= agent
  }),
  image: children((draft) => ({ table: imageTable as Table<never>, draft })),
  'atom:icon': text((draft, field) => {
    draft.icon ??= addressIn(field, lineOf(field))
  }),
  'atom:logo': text((draft, field) => {
    draft.logo ??= addressIn(field, lineOf(field))
  }),
  'webfeeds:icon': text((draft, field) => {
    draft.icon ??= addressIn(field, lineOf(field))
  }),
  'webfeeds:logo': text((draft, field) => {
    draft.logo ??= addressIn(field, lineOf(field))
  }),
  'media:thumbnail': attributes((draft, field) => {
    draft.imageFallback ??= addressIn(field, attribute(field, 'url'))
  }),
  'itunes:new-feed-url': newLocation,
  'redirect:newlocation': newLocation,
  newlocation: newLocation,
  ttl: text((draft, field) => {
    draft.ttlMinutes ??= numberFrom(field.text)
  }),
  skiphours: children((draft) => ({ table: hoursTable as Table<never>, draft })),
  skipdays: children((draft) => ({ table: daysTable as Table<never>, draft })),
  'sy:updateperiod': text((draft, field) => {
    draft.updatePeriod ??= lineOf(field)?.toLowerCase() ?? null
  }),
  'sy:updatefrequency': text((draft, field) => {
    draft.updateFrequency ??= numberFrom(field.text)
  }),
  'sy:updatebase': text((draft, field) => {
    draft.updateBase ??= lineOf(field)
  }),
})

/** Inside what we do not know, nothing is ours. */
export const ignoredTable: Table<unknown> = new Map()
