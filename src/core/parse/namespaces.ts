import { ownCopy } from './own-copy.ts'

/**
 * Namespace addresses to the short names used in the rules. Sources: the specifications, and the variants that
 * publishers write (feedparser's and feedsmith's documentation list most of them). Compared without scheme, case, and
 * trailing `/` or `#`.
 */
const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rss: [
      'backend.userland.com/rss',
      'backend.userland.com/rss2',
      'backend.userland.com/rss091',
      'blogs.law.harvard.edu/tech/rss',
      'cyber.law.harvard.edu/rss/rss.html',
      'my.netscape.com/rdf/simple/0.9',
      'my.netscape.com/publish/formats/rss-0.91.dtd',
      'channel.netscape.com/rdf/simple/0.9',
      'purl.org/rss/1.0',
      'purl.org/net/rss1.1',
      'www.rssboard.org/rss-specification',
    ],
    atom: [
      'www.w3.org/2005/atom',
      'purl.org/atom/ns',
      'purl.org/atom/app',
      'example.com/newformat',
      'example.com/necho',
      'purl.org/echo',
      'uri/of/echo/namespace',
      'purl.org/pie',
    ],
    rdf: ['www.w3.org/1999/02/22-rdf-syntax-ns'],
    content: ['purl.org/rss/1.0/modules/content'],
    dc: ['purl.org/dc/elements/1.0', 'purl.org/dc/elements/1.1', 'purl.org/rss/1.0/modules/dc'],
    dcterms: ['purl.org/dc/terms', 'purl.org/rss/1.0/modules/dcterms'],
    media: [
      'search.yahoo.com/mrss',
      'search.yahoo.com/searchmonkey/media',
      'tools.search.yahoo.com/mrss',
      'video.search.yahoo.com/mrss',
      'api.search.yahoo.com/mrss',
      'www.rssboard.org/media-rss',
    ],
    itunes: [
      'www.itunes.com/dtds/podcast-1.0.dtd',
      'example.com/dtds/podcast-1.0.dtd',
      'itunes.apple.com/dtds/podcast-1.0.dtd',
    ],
    googleplay: [
      'www.google.com/schemas/play-podcasts/1.0',
      'www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd',
    ],
    slash: ['purl.org/rss/1.0/modules/slash'],
    sy: ['purl.org/rss/1.0/modules/syndication'],
    wfw: ['wellformedweb.org/commentapi'],
    thr: ['purl.org/syndication/thread/1.0'],
    georss: ['www.georss.org/georss', 'www.georss.org/georss/10', 'www.georss.org'],
    geo: ['www.w3.org/2003/01/geo/wgs84_pos'],
    gml: ['www.opengis.net/gml'],
    feedburner: ['rssnamespace.org/feedburner/ext/1.0'],
    pheedo: ['www.pheedo.com/namespace/pheedo'],
    xhtml: ['www.w3.org/1999/xhtml'],
    svg: ['www.w3.org/2000/svg'],
    math: ['www.w3.org/1998/math/mathml'],
    admin: ['webns.net/mvcb'],
    cc: [
      'web.resource.org/cc',
      'creativecommons.org/ns',
      'cyber.law.harvard.edu/rss/creativecommonsrssmodule.html',
      'backend.userland.com/creativecommonsrssmodule',
    ],
    webfeeds: ['webfeeds.org/rss/1.0'],
    redirect: ['madskills.com/public/xml/rss/module/redirect'],
    xml: ['www.w3.org/xml/1998/namespace'],
  }).flatMap(([short, addresses]) => addresses.map((address): [string, string] => [address, short])),
)

/** Common prefixes, for documents that do not declare them. */
const usualPrefixes: ReadonlyMap<string, string> = new Map(
  [
    'atom content dc dcterms media itunes googleplay slash sy wfw thr georss geo gml feedburner pheedo xhtml svg math admin cc',
    'webfeeds redirect rdf xml rss',
  ]
    .join(' ')
    .split(' ')
    .map((prefix): [string, string] => [prefix, prefix])
    .concat([
      ['atom10', 'atom'],
      ['atom03', 'atom'],
      ['a10', 'atom'],
      ['dct', 'dcterms'],
      ['creativecommons', 'cc'],
      ['fb', 'feedburner'],
      ['m', 'math'],
    ]),
)

/** The namespace prefixes in scope for an element, with a cache of resolved names. */
export interface Scope {
  readonly parent: Scope | null
  /** Prefix ('' for the default) to short name; null when the namespace is unknown. */
  readonly prefixes: ReadonlyMap<string, string | null>
  readonly names: Map<string, string>
  readonly children: Map<string, Scope>
}

/** Size of the cache of resolved names; further names are resolved each time. */
const maxRemembered = 512

/** The scope before any declaration; `own` is the namespace of elements without a prefix. */
export function rootScope(own: string): Scope {
  return { parent: null, prefixes: new Map([['', own]]), names: new Map(), children: new Map() }
}

/**
 * The scope inside an element with declarations (prefix, address). Elements with the same declarations share one scope,
 * and declarations that change nothing return the outer one: some publishers declare every prefix on every element.
 */
export function innerScope(outer: Scope, declarations: readonly (readonly [string, string])[], own: string): Scope {
  const meaning = (address: string) => (address.trim() === '' ? own : shortName(address))
  if (declarations.every(([prefix, address]) => meaning(address) === declared(outer, prefix))) return outer
  const key = declarations.map(([prefix, address]) => `${prefix}=${address}`).join('\n')
  const known = outer.children.get(key)
  if (known) return known
  const prefixes = new Map(declarations.map(([prefix, address]) => [prefix, meaning(address)]))
  const scope: Scope = { parent: outer, prefixes, names: new Map(), children: new Map() }
  if (outer.children.size < maxRemembered) outer.children.set(key, scope)
  return scope
}

const namesMet = new Map<string, string | null>()

/** The short name of a namespace address; null when it is unknown. */
export function shortName(address: string): string | null {
  const met = namesMet.get(address)
  if (met !== undefined) return met
  const bare = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/#]+$/, '')
  const short = shortNames.get(bare) ?? null
  if (namesMet.size < maxRemembered && address.length < 256) namesMet.set(ownCopy(address), short)
  return short
}

/**
 * `prefix:Name` as the rules spell it: RSS names without a prefix, others as `short:name`; null for an unknown
 * namespace.
 */
export function fieldName(scope: Scope, tagName: string): string {
  const known = scope.names.get(tagName)
  if (known !== undefined) return known
  const name = workOutName(scope, tagName)
  if (scope.names.size < maxRemembered) scope.names.set(tagName, name)
  return name
}

function workOutName(scope: Scope, tagName: string): string {
  const colon = tagName.indexOf(':')
  const prefix = colon < 0 ? '' : tagName.slice(0, colon)
  const local = tagName.slice(colon + 1).toLowerCase()
  const short = declared(scope, prefix)
  if (short === null) return `?:${local}`
  return short === 'rss' ? local : `${short}:${local}`
}

function declared(scope: Scope, prefix: string): string | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const short = at.prefixes.get(prefix)
    if (short !== undefined) return short
  }
  return usualPrefixes.get(prefix.toLowerCase()) ?? null
}
