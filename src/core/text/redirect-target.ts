import { isUrl } from './is-url.ts'

/** Where a redirect leads, or in words why it leads nowhere. Without credentials, which come from the publisher, and fragment. */
export function redirectTarget(location: string, from: string): URL | string {
  const text = asUtf8(location)
  if (!isUrl(text, from)) return 'redirected to something that is not an address'
  const to = new URL(text, from)
  if (to.protocol !== 'http:' && to.protocol !== 'https:')
    return `redirected to ${to.protocol} where only http and https are followed`
  to.username = ''
  to.password = ''
  to.hash = ''
  return to
}

/** Headers arrive one character per byte; many servers write unencoded UTF-8 there. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('�') ? header : text
}
