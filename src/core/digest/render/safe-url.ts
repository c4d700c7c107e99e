import { isUrl } from '../../text/is-url.ts'

/** Scheme and host of the web, or the scheme alone of a mail address: what may lead a link. */
const heads = /^(?:https?:\/\/[^/?#]+|mailto:)/

/** The address as it may stand in a link; null for one that could run or open something else than a page or a mail. */
export function safeUrl(raw: string): string | null {
  if (!isUrl(raw)) return null
  const { href } = new URL(raw)
  const head = heads.exec(href)?.[0]
  if (head === undefined) return null
  // Signs a browser tolerates in an address can still end a Markdown link or an angle bracket of a mail header.
  return head + href.slice(head.length).replace(/[^\w\-.~:/?#@!$&*+,;=%]/gu, percentEncoded)
}

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}
