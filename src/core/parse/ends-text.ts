/** Fields that may hold markup of any kind. */
const rich = words(
  'description summary content body fullitem content:encoded xhtml:body xhtml:div atom:summary atom:content itunes:summary ' +
    'dc:description media:description googleplay:description atom:title title rights copyright atom:rights',
)

/** Fields whose names occur in no markup: inside a text they must be the next field. */
const neverInside = words(
  'guid pubdate enclosure comments ttl content:encoded dc:creator dc:date dc:subject itunes:duration itunes:explicit ' +
    'atom:id atom:updated atom:published atom:issued atom:modified atom:summary atom:content slash:comments wfw:commentrss',
)

/** Fields whose names also occur in HTML: they end a title or a plain value, but not a body. */
const neverInsideTitle = words('link description category author atom:link atom:author atom:category title atom:title')

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/**
 * True when the field `opened` cannot be inside the text of the field `open`, so the end tag of `open` must be missing.
 */
export function endsText(opened: string, open: string): boolean {
  if (neverInside.has(opened)) return opened !== open
  if (!neverInsideTitle.has(opened) || opened === open) return false
  return !rich.has(open) || open === 'title' || open === 'atom:title'
}
