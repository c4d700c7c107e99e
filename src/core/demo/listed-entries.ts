import { createHash } from 'node:crypto'
import { bodyHtml, bodyText } from './body-html.ts'
import { clockOf } from './moment.ts'
import type { CopyAddress, Fault, World, WorldSource } from './world.ts'
import { entryOf, feedEntries, sourceOf, versionAt, type WorldEntry } from './world-entries.ts'

const minuteMs = 60_000

/** One entry of a document at a moment. */
export interface ListedEntry {
  readonly id: string
  readonly guid: { readonly value: string; readonly isPermalink: boolean } | null
  readonly title: string | null
  readonly url: string | null
  readonly publishedAt: number | null
  /** When its present version was written. */
  readonly updatedAt: number
  readonly author: string | null
  readonly credit: { readonly name: string; readonly url: string } | null
  readonly tags: readonly string[]
  readonly html: string
  readonly summary: string
}

/** The entries of a source's document at a moment, newest first, without transport faults. */
export function listedEntries(world: World, source: WorldSource, at: number): ListedEntry[] {
  return listedNow(world, source, at).map((entry) => listed(world, source, entry, at))
}

/** The same, with all their versions. */
export function listedNow(world: World, source: WorldSource, at: number): WorldEntry[] {
  if (faultAt(source, 'emptied', at)) return []
  const size = faultAt(source, 'backfill', at) ? world.archive.count : source.size
  return feedEntries(world, source.id)
    .filter((entry) => entry.versions[0]!.at <= at)
    .slice(-size)
    .toReversed()
}

/** The fault of a kind that a source has at a moment. */
export function faultAt<K extends Fault['kind']>(
  source: Pick<WorldSource, 'faults'>,
  kind: K,
  at: number,
): Extract<Fault, { kind: K }> | null {
  const found = source.faults.find(
    (fault) => fault.kind === kind && fault.from <= at && (fault.until === null || at < fault.until),
  )
  return (found as Extract<Fault, { kind: K }> | undefined) ?? null
}

function listed(world: World, source: WorldSource, entry: WorldEntry, at: number): ListedEntry {
  const version = versionAt(entry, at)!
  const url = addressAt(world, entry, at)
  const html = stamped(bodyHtml(version.body), source, at, world.offsetMinutes)
  const summary = summaryOf(bodyText(version.body), source)
  const credited = entry.credit === null ? null : sourceOf(world, entry.credit)
  return {
    id: entry.id,
    guid: guidAt(world, source, entry, at),
    title: entry.lacks.includes('title') ? null : version.title,
    url: entry.lacks.includes('link') ? null : url,
    publishedAt: isDated(source) && !entry.lacks.includes('date') ? entry.versions[0]!.at : null,
    updatedAt: version.at,
    author: entry.author,
    credit: credited && { name: credited.name, url: credited.url },
    tags: entry.tags,
    html,
    summary,
  }
}

/** RSS 0.91 has no element for an entry's date. */
export const isDated = (source: WorldSource): boolean => source.format !== 'rss-0.91'

/** Adds the line that some feeds print anew at five past every hour. */
function stamped(html: string, { stamp }: WorldSource, at: number, offsetMinutes: number): string {
  if (stamp === null) return html
  const hour = clockOf(at - 5 * minuteMs, offsetMinutes).time.slice(0, 2)
  return `${html}\n<p>${stamp.replace('{time}', `${hour}:05`)}</p>`
}

const excerptLength = 90

function summaryOf(text: string, { tells }: WorldSource): string {
  const first = text.split('\n')[0]!
  if (tells !== 'excerpt' || first.length <= excerptLength) return first
  return `${first.slice(0, excerptLength)}…`
}

/** The address of the article, as this feed writes it. */
export function addressAt(world: World, entry: WorldEntry, at: number): string {
  const original = entry.address === null ? entry : entryOf(world, entry.of!)
  const source = sourceOf(world, original.source)
  const page = faultAt(source, 'renamed', at)?.page ?? source.page
  const { date } = clockOf(original.versions[0]!.at, world.offsetMinutes)
  const url = page.replace('{slug}', original.slug).replace('{date}', date)
  return entry.address === null ? url : disguised(url, entry.address)
}

/** Another address of the same page. */
function disguised(address: string, how: CopyAddress): string {
  const url = new URL(address)
  const bare = url.hostname.replace(/^www\./, '')
  if (how === 'utm') url.search += `${url.search === '' ? '?' : '&'}utm_source=digest&utm_campaign=hot&fbclid=IwAR0demo`
  if (how === 'amp') url.hostname = `amp.${bare}`
  if (how === 'mobile') url.hostname = `m.${bare}`
  if (how === 'https') url.protocol = url.protocol === 'https:' ? 'http:' : 'https:'
  if (how === 'fragment') url.hash = 'comments'
  return url.href
}

/** The guid in this feed; a system that reissues its guids changes all of them. */
export function guidAt(world: World, source: WorldSource, entry: WorldEntry, at: number): ListedEntry['guid'] {
  const again = faultAt(source, 'reissued', at) !== null
  const host = new URL(source.url).hostname
  const plain = (value: string) => ({ value, isPermalink: false })
  switch (source.guid) {
    case 'none':
      return null
    case 'url':
      return entry.lacks.includes('link')
        ? plain(entry.slug)
        : { value: addressAt(world, entry, at), isPermalink: true }
    case 'number':
      return plain(again ? `p${88_000 + entry.ordinal}` : String(1001 + entry.ordinal))
    case 'tag':
      return plain(again ? `tag:${host},2026-03:posts/${entry.ordinal}` : `tag:${host},2026:${entry.slug}`)
    case 'uuid':
      return plain(uuidOf(`${entry.id}${again ? '#2' : ''}`))
  }
}

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
