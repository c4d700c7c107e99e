import { canonicalUrl } from './canonical-url.ts'
import { keepParams, paramName } from './query.ts'

/**
 * The comparison key of an address: equal for two addresses of one page; never opened. Besides what `canonicalUrl`
 * ignores: http or https, `www.`, mobile and AMP hosts, AMP paths and caches, and doubled slashes. Null when the
 * address is not on the web.
 */
export function urlKey(raw: string, base?: string | null): string | null {
  const canonical = canonicalUrl(raw, base)
  if (canonical === null) return null
  const rest = withoutAmpCache(canonical.slice(canonical.indexOf('//') + 2))
  const [, authority, path, query, hash] = parts.exec(rest)!
  return (
    plainHost(authority!) +
    plainPath(path!, query !== undefined || hash !== undefined) +
    plainQuery(query) +
    (hash ?? '')
  )
}

const parts = /^([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/s

/**
 * AMP caches contain the publisher's address in their path: google.com/amp/s/HOST/…,
 * HOST.cdn.ampproject.org/c/s/HOST/….
 */
const ampCache =
  /^(?:(?:www\.)?google\.[a-z.]{2,6}\/amp\/(?:s\/)?|[a-z0-9-]+\.cdn\.ampproject\.org\/[a-z]\/(?:s\/)?)(?=[a-z0-9-]+\.)/

const withoutAmpCache = (rest: string): string => rest.replace(ampCache, '')

function plainHost(authority: string): string {
  return (
    authority
      .replace(/^(?:(?:www\d?|m|mobile|amp)\.)+(?=[^.:]+\.)/, '')
      // en.m.wikipedia.org
      .replace(/^([a-z]{2,3})\.m\.(?=[^.:]+\.)/, '$1.')
  )
}

/** `/amp` before or after the path, `.amp` before or instead of `.html`. */
function plainPath(path: string, more: boolean): string {
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/^\/amp(?=\/)/, '')
    .replace(/\/amp$/, '')
    .replace(/\.amp(?:\.html)?$/, (end) => (end === '.amp' ? '' : '.html'))
    .replace(/\/$/, '')
  return plain === '' && more ? '/' : plain
}

const ampSwitches = new Set(['amp', 'outputtype', 'amp_js_v', 'amp_gsa', 'usqp'])

const isAmpSwitch = (piece: string): boolean => {
  const name = paramName(piece).toLowerCase()
  return ampSwitches.has(name) && (name !== 'outputtype' || /=amp$/i.test(piece))
}

function plainQuery(query: string | undefined): string {
  if (query === undefined) return ''
  const kept = keepParams(query, (piece) => !isAmpSwitch(piece))
  return kept.length === 0 ? '' : `?${kept.map((piece) => (piece.includes('=') ? piece : `${piece}=`)).join('&')}`
}
