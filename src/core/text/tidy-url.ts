import { keepParams, mendAmpersands, paramName, sortParams } from './query.ts'
import { isCanonicalNoise } from './tracking-params.ts'

/**
 * Cleans a found link without changing its meaning: stray markup, placeholders and control characters removed, host in
 * lower case, default port, dot segments and tracking removed, parameters sorted. A host keeps its script.
 */
export function tidyUrl(raw: string): string {
  const link = withoutJunk(raw)
  const found = shape.exec(link)
  if (found === null) return link
  const [, scheme, authority, path, query, hash] = found
  const neatQuery = tidyQuery(query)
  const neatHash = hash === undefined || hash === '' || isTrackingHash(hash) ? '' : `#${hash}`
  const root = path === '' && neatQuery !== '' ? '/' : path!
  return `${scheme!.toLowerCase()}://${tidyAuthority(authority!, scheme!)}${tidyPath(root)}${neatQuery}${neatHash}`
}

const shape = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is

function withoutJunk(raw: string): string {
  const bare = mendAmpersands(raw)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\ufeff]+/g, '')
    .trim()
    .replace(/^<!\[CDATA\[\s*/i, '')
  const end = bare.search(/["'<>{}\s]|\]\]>|%7B|%22|%3C/i)
  const cut = (end < 0 ? bare : bare.slice(0, end)).replace(/(?<![&?])[&?]+$/, '')
  const whole = withoutSecondUrl(shared(cut))
  // An address cut before junk is incomplete, so a trailing slash is dropped.
  return whole === raw.trim() ? whole : whole.replace(/(?<!\/)\/+$/, '')
}

/** The address that a share button contains. */
function shared(link: string): string {
  const page =
    /^https?:\/\/[^/?#]+\/(?:share|sharer(?:\.php)?|sharer\/sharer\.php|sharearticle|intent\/\w+|submit|send)\/?\?(?:[^#]*&)?u(?:rl)?=(https?(?::|%3a)[^&#]+)/i.exec(
      link,
    )?.[1]
  if (page === undefined) return link
  return /^https?:\/\//i.test(page) ? page : decodePage(page)
}

function decodePage(page: string): string {
  try {
    return decodeURIComponent(page)
  } catch {
    return page
  }
}

/**
 * Two concatenated addresses: the first counts, or the second when the first has no host. One inside a path or a
 * parameter (archives, redirects) is left there.
 */
function withoutSecondUrl(link: string): string {
  const second = /(?<=[^/=?&:.,;|@%])https?:\/\//i.exec(link.slice(1))
  if (second === null) return link
  const first = link.slice(0, second.index + 1)
  return /^https?:\/\/[^/?#]*\./i.test(first) ? first : link.slice(second.index + 1)
}

function tidyAuthority(authority: string, scheme: string): string {
  const port = scheme.toLowerCase() === 'http' ? ':80' : ':443'
  const lower = authority.toLowerCase()
  return lower.endsWith(port) ? lower.slice(0, -port.length) : lower
}

function tidyPath(path: string): string {
  const single = path.replace(/(?<!:)\/{2,}/g, '/')
  const plain = /\/\.{1,2}(?:\/|$)/.test(single) ? new URL(single, 'http://x').pathname : single
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}

function tidyQuery(query: string | undefined): string {
  if (query === undefined) return ''
  const kept = sortParams(keepParams(query, (piece) => !isCanonicalNoise(paramName(piece))))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Campaign parameters and text highlights also occur after the `#`. */
const isTrackingHash = (hash: string): boolean => hash.startsWith(':~:') || isCanonicalNoise(paramName(hash))
