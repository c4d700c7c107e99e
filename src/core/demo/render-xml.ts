import { escapeXml } from './body-html.ts'
import type { ListedEntry } from './listed-entries.ts'
import type { WorldSource } from './world.ts'

/** An element with escaped text; empty without text. */
export function element(name: string, text: string | null, attributes = ''): string {
  return text === null ? '' : `<${name}${attributes}>${escapeXml(text)}</${name}>\n`
}

const cdata = (html: string) => `<![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const site = (source: WorldSource) => `${new URL(source.page).origin}/`

/** Dates in RFC 822 format. */
const rfc822 = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000')

const w3c = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

/** The `description`: a teaser beside the full text, or the text itself. */
function description(entry: ListedEntry, { tells, format }: WorldSource): string {
  return tells === 'plain' && format !== 'rss-0.91' ? entry.html : entry.summary
}

/** RSS 2.0. */
export function renderRss(source: WorldSource, entries: readonly ListedEntry[]): string {
  const { hints } = source
  const hours = hints.skipHours.map((hour) => element('hour', String(hour))).join('')
  const head = [
    element('title', source.title),
    element('link', site(source)),
    element('description', `${source.name}: ${source.category}`),
    element('language', languageOf(source)),
    element('copyright', `(c) 2026 ${source.name}`),
    hints.ttl === null ? '' : element('ttl', String(hints.ttl)),
    hours === '' ? '' : `<skipHours>\n${hours}</skipHours>\n`,
  ].join('')
  const space = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
  return `<rss version="2.0" ${space}>\n<channel>\n${head}${entries.map((entry) => rssItem(entry, source)).join('')}</channel>\n</rss>\n`
}

function rssItem(entry: ListedEntry, source: WorldSource): string {
  const { guid, credit } = entry
  const full = source.tells === 'full' ? `<content:encoded>${cdata(entry.html)}</content:encoded>\n` : ''
  return `<item>\n${[
    element('title', entry.title),
    element('link', entry.url),
    guid === null ? '' : element('guid', guid.value, guid.isPermalink ? '' : ' isPermaLink="false"'),
    entry.publishedAt === null ? '' : element('pubDate', rfc822(entry.publishedAt)),
    element('dc:creator', entry.author),
    entry.tags.map((tag) => element('category', tag)).join(''),
    credit === null ? '' : element('source', credit.name, ` url="${credit.url}"`),
    element('description', description(entry, source)),
    full,
  ].join('')}</item>\n`
}

/** RSS 0.91: a title, a link and a few words, as in 1999. */
export function renderRss091(source: WorldSource, entries: readonly ListedEntry[]): string {
  const hours = source.hints.skipHours.map((hour) => element('hour', String(hour))).join('')
  const items = entries.map(
    (entry) =>
      `<item>\n${element('title', entry.title)}${element('link', entry.url)}${element('description', entry.summary)}</item>\n`,
  )
  const head = `${element('title', source.title)}${element('link', site(source))}${element('description', source.category)}${element('language', languageOf(source))}`
  const skip = hours === '' ? '' : `<skipHours>\n${hours}</skipHours>\n`
  return `<rss version="0.91">\n<channel>\n${head}${skip}${items.join('')}</channel>\n</rss>\n`
}

/** RSS 1.0: entries are outside the channel, which only lists them. */
export function renderRdf(source: WorldSource, entries: readonly ListedEntry[]): string {
  const about = (entry: ListedEntry) => escapeXml(entry.guid?.value ?? entry.url ?? entry.id)
  const list = entries.map((entry) => `<rdf:li rdf:resource="${about(entry)}"/>\n`).join('')
  const { syndication } = source.hints
  const rhythm =
    syndication === null ? '' : `${element('sy:updatePeriod', syndication)}${element('sy:updateFrequency', '1')}`
  const head = `${element('title', source.title)}${element('link', site(source))}${element('description', source.category)}${element('dc:language', languageOf(source))}${rhythm}`
  const items = entries.map(
    (entry) =>
      `<item rdf:about="${about(entry)}">\n${element('title', entry.title)}${element('link', entry.url)}${element('dc:date', entry.publishedAt === null ? null : w3c(entry.publishedAt))}${element('dc:creator', entry.author)}${element('description', entry.summary)}<content:encoded>${cdata(entry.html)}</content:encoded>\n</item>\n`,
  )
  const spaces = [
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    'xmlns="http://purl.org/rss/1.0/"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"',
    'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  ]
  return `<rdf:RDF ${spaces.join(' ')}>\n<channel rdf:about="${source.url}">\n${head}<items><rdf:Seq>\n${list}</rdf:Seq></items>\n</channel>\n${items.join('')}</rdf:RDF>\n`
}

/** Atom 1.0, or 0.3 with its older names. */
export function renderAtom(source: WorldSource, entries: readonly ListedEntry[], updatedAt: number): string {
  const old = source.format === 'atom-0.3'
  const root = old
    ? '<feed version="0.3" xmlns="http://purl.org/atom/ns#"'
    : '<feed xmlns="http://www.w3.org/2005/Atom"'
  const updated = old ? 'modified' : 'updated'
  const head = `${element('title', source.title)}<link rel="alternate" type="text/html" href="${site(source)}"/>\n<link rel="self" type="application/atom+xml" href="${source.url}"/>\n${element('id', source.url)}${element(updated, w3c(updatedAt))}`
  return `${root} xml:lang="${languageOf(source)}">\n${head}${entries.map((entry) => atomEntry(entry, old)).join('')}</feed>\n`
}

function atomEntry(entry: ListedEntry, old: boolean): string {
  const published = entry.publishedAt === null ? null : w3c(entry.publishedAt)
  const link = entry.url === null ? '' : `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>\n`
  const type = old ? ' type="text/html" mode="escaped"' : ' type="html"'
  return `<entry>\n${[
    // Atom requires a title; without one it is empty.
    entry.title === null ? '<title/>\n' : element('title', entry.title),
    link,
    element('id', entry.guid?.value ?? entry.url),
    element(old ? 'issued' : 'published', published),
    element(old ? 'modified' : 'updated', w3c(entry.updatedAt)),
    entry.author === null ? '' : `<author>${element('name', entry.author)}</author>\n`,
    entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>\n`).join(''),
    element('summary', entry.summary),
    element('content', entry.html, type),
  ].join('')}</entry>\n`
}

/** Language tags as publishers write them. */
export const languageOf = ({ language }: WorldSource): string => ({ zh: 'zh-TW', en: 'en-GB', ja: 'ja' })[language]
