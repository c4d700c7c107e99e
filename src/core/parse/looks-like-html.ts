/**
 * Element names: `<name>` is markup for these, and may be a Java type for others. Source: the HTML standard's index of
 * elements and its obsolete ones.
 */
const elements = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br button center cite code col dd del details dfn dir ' +
    'div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd ' +
    'label legend li main map mark math meta nav noscript object ol p picture pre q rp rt ruby s samp script section select ' +
    'small source span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time tr tt u ul var video wbr'
  ).split(' '),
)

const tag = /<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi
const reference = /&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i

/** True when a text that may be plain or HTML contains an HTML tag or a character reference. */
export function looksLikeHtml(text: string): boolean {
  if (text.includes('&') && reference.test(text)) return true
  if (!text.includes('<')) return false
  for (const [, name] of text.matchAll(tag)) if (elements.has(name!.toLowerCase())) return true
  return false
}
