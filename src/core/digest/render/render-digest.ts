import type { Digest } from '../../domain/digest.ts'
import type { Mail } from '../../domain/mail.ts'
import { frameOf } from './frame.ts'
import type { Language } from './local-time.ts'
import { renderAtom } from './render-atom.ts'
import { type MailOptions, renderEmail } from './render-email.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderRss } from './render-rss.ts'
import { safeUrl } from './safe-url.ts'

export type DigestFormat = 'md' | 'html' | 'email' | 'json' | 'atom' | 'rss'

/** What a rendering may know besides the digest; all of it can be left out. */
export interface RenderOptions {
  /** Language of the frame: headings, dates and counts. News keeps its own. */
  readonly language?: Language
  /** Where the page of this digest is served. */
  readonly pageUrl?: string | null
  /** Where this feed is served. */
  readonly selfUrl?: string | null
  readonly mail?: Partial<MailOptions>
}

/** One stored digest in one form: the same bytes whenever and wherever it is rendered. */
export function renderDigest(digest: Digest, format: 'email', options?: RenderOptions): Mail
export function renderDigest(digest: Digest, format: Exclude<DigestFormat, 'email'>, options?: RenderOptions): string
export function renderDigest(digest: Digest, format: DigestFormat, options?: RenderOptions): string | Mail
export function renderDigest(digest: Digest, format: DigestFormat, options: RenderOptions = {}): string | Mail {
  const frame = frameOf(digest, options.language ?? 'en')
  const pageUrl = safeUrl(options.pageUrl ?? '')
  const selfUrl = safeUrl(options.selfUrl ?? '')
  switch (format) {
    case 'md':
      return renderMarkdown(frame)
    case 'html':
      return renderHtml(frame)
    case 'email':
      return renderEmail(frame, pageUrl, { ...mailDefaults(digest), ...options.mail })
    case 'json':
      return renderJson(digest)
    case 'atom':
      return renderAtom(frame, { selfUrl, pageUrl })
    case 'rss':
      return renderRss(frame, { selfUrl, pageUrl })
  }
}

/** A mail that is only looked at has no delivery to be named after. */
const mailDefaults = ({ type, zone, at }: Digest): MailOptions => ({
  deliveryKey: `${type} ${zone} ${at}`,
  domain: 'localhost',
  unsubscribe: [],
})
