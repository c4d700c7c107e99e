import { isUrl } from '../../text/is-url.ts'

/** Scheme and host of a web address, or the scheme of a mail address. */
const heads = /^(?:https?:\/\/[^/?#]+|mailto:)/

/** The address if it is safe in a link; null when it could execute or open anything but a page or a mail. */
export function safeUrl(raw: string): string | null {
  if (!isUrl(raw)) return null
  const { href } = new URL(raw)
  const head = heads.exec(href)?.[0]
  if (head === undefined) return null
  // Characters that browsers tolerate in an address can still end a Markdown link or the angle bracket of a mail
  // header.
  return head + href.slice(head.length).replace(/[^\w\-.~:/?#@!$&*+,;=%]/gu, percentEncoded)
}

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}
