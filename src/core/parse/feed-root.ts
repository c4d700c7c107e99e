import type { FeedVersion } from '../domain/feed-document.ts'
import { type Attributes, attributeIn } from './field.ts'

/** The families of root elements. */
export type RootKind = 'rss' | 'rdf' | 'atom'

/** The kind of feed an element begins, or null; a `channel` or `feed` in an unknown namespace is accepted. */
export function rootKind(name: string): RootKind | null {
  if (name === 'rss' || name === '?:rss') return 'rss'
  if (name === 'rdf:rdf' || name === 'rdf' || name === '?:rdf') return 'rdf'
  if (name === 'atom:feed' || name === 'feed' || name === '?:feed') return 'atom'
  return name === 'channel' ? 'rss' : null
}

const rssVersions: ReadonlyMap<string, FeedVersion> = new Map([
  ['0.9', 'rss-0.90'],
  ['0.90', 'rss-0.90'],
  ['0.91', 'rss-0.91'],
  ['0.92', 'rss-0.92'],
  ['0.93', 'rss-0.93'],
  ['0.94', 'rss-0.94'],
  ['1.0', 'rss-1.0'],
])

/** The version that a root element declares, by attribute or namespace. */
export function versionOf(kind: RootKind, attributes: Attributes): FeedVersion {
  const version = attributeIn(attributes, 'version')?.trim() ?? ''
  const addresses = attributes.filter((_text, at) => at % 2 === 1).join(' ')
  if (kind === 'rdf') return /rdf\/simple\/0\.9/.test(addresses) ? 'rss-0.90' : 'rss-1.0'
  if (kind === 'rss') return rssVersions.get(version) ?? (/^2(?:\.|$)/.test(version) ? 'rss-2.0' : 'rss')
  if (/www\.w3\.org\/2005\/atom/i.test(addresses)) return 'atom-1.0'
  if (version === '0.3' || addresses.includes('purl.org/atom/ns#')) return 'atom-0.3'
  return version === '1.0' ? 'atom-1.0' : 'atom'
}
