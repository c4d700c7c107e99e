/**
 * Schemes a reader may be led to: none of them runs or reveals anything by itself. Source: the schemes browsers hand to
 * other programs (IANA registry, permanent), less those that carry code or local files (`javascript`, `data`, `blob`, `file`).
 */
export const safeSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'ftp',
  'ftps',
  'sftp',
  'magnet',
  'geo',
  'webcal',
  'feed',
  'podcast',
  'itpc',
  'pcast',
  'irc',
  'ircs',
  'xmpp',
  'sip',
  'sips',
  'news',
  'nntp',
  'gopher',
  'gemini',
  'matrix',
  'rtsp',
  'mms',
  'git',
  'svn',
  'svn+ssh',
  'rtmp',
  'bitcoin',
  'callto',
  'facetime',
  'skype',
  'spotify',
  'itms',
  'itms-apps',
  'jabber',
])

/** The scheme of an address in lower case, or null for a relative one. Browsers skip blanks and controls, so we do. */
export function schemeOf(address: string): string | null {
  const found = /^([a-z][a-z0-9+.-]*):/i.exec(
    address.replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff]+/g, ''),
  )
  return found === null ? null : found[1]!.toLowerCase()
}
