import { decodeHTML } from 'entities'
import { isUrl } from './is-url.ts'

/** Schemes that programs invented for feeds; used in front of http, or in its place. */
const feedScheme = /^(?:feed|rss|pcast|podcast|itpc|itms-pcast|web\+feed|web\+rss):(?:\/\/)?/i

/** Misspelt http and https: letters missing, doubled or swapped, a colon or slash too few or too many, backslashes. */
const webScheme = /^(?:h{0,3}t{1,3}p{1,3}|hpt+|pttp|htt|hht?p)(s{0,3})(?:[:;]\s?[/\\]+|[/\\]{2,}|:(?=[^/\\\d]))/i

/**
 * The address to fetch for what a person typed or pasted: feed schemes and misspelt ones corrected, a missing one
 * added, entities decoded. Anything that is not a web address is returned unchanged.
 */
export function feedUrl(typed: string): string {
  const text = decodeHTML(typed).trim()
  const bare = text.replace(feedScheme, '')
  const scheme = webScheme.exec(bare)
  if (scheme !== null) return serialized(`http${scheme[1] === '' ? '' : 's'}://${withoutWebScheme(bare)}`)
  if (bare !== text) return serialized(`https://${bare}`)
  // Adds only the scheme: the person may want to see the rest as typed.
  if (text.startsWith('//')) return isHost(text.slice(2)) ? `https:${text}` : text
  return isHost(text) ? `https://${text}` : text
}

/** `https://http://a.example` is one address with a second scheme pasted in front. */
function withoutWebScheme(address: string): string {
  let rest = address
  for (let found = webScheme.exec(rest); found !== null; found = webScheme.exec(rest))
    rest = rest.slice(found[0].length)
  return rest
}

const serialized = (url: string): string => (isUrl(url) ? new URL(url).href : url)

/** A name with a dot and a top-level domain of letters, `localhost`, or an IP address; then a port, a path or nothing. */
const host =
  /^(?:localhost|(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)\.?|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu

const isHost = (text: string): boolean => host.test(text)
