import type { Digest } from '../../domain/digest.ts'
import type { Mail } from '../../domain/mail.ts'
import type { Language } from './local-time.ts'
import { renderAtom } from './render-atom.ts'
import { renderContext } from './render-context.ts'
import { type MailOptions, renderEmail } from './render-email.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderRss } from './render-rss.ts'
import { safeUrl } from './safe-url.ts'

export type DigestFormat = 'md' | 'html' | 'email' | 'json' | 'atom' | 'rss'

/** Options of a rendering; all optional. */
export interface RenderOptions {
  /** Language of headings, dates and counts. Articles keep their own. */
  readonly language?: Language
  /** Where the page of this digest is served. */
  readonly pageUrl?: string | null
  /** Where this feed is served. */
  readonly selfUrl?: string | null
  readonly mail?: Partial<MailOptions>
}

/** Renders a stored digest in one format: always to the same bytes. */
export function renderDigest(digest: Digest, format: 'email', options?: RenderOptions): Mail
export function renderDigest(digest: Digest, format: Exclude<DigestFormat, 'email'>, options?: RenderOptions): string
export function renderDigest(digest: Digest, format: DigestFormat, options?: RenderOptions): string | Mail
export function renderDigest(digest: Digest, format: DigestFormat, options: RenderOptions = {}): string | Mail {
  const context = renderContext(digest, options.language ?? 'en')
  const pageUrl = safeUrl(options.pageUrl ?? '')
  const selfUrl = safeUrl(options.selfUrl ?? '')
  switch (format) {
    case 'md':
      return renderMarkdown(context)
    case 'html':
      return renderHtml(context)
    case 'email':
      return renderEmail(context, pageUrl, { ...mailDefaults(digest), ...options.mail })
    case 'json':
      return renderJson(digest)
    case 'atom':
      return renderAtom(context, { selfUrl, pageUrl })
    case 'rss':
      return renderRss(context, { selfUrl, pageUrl })
  }
}

/** A mail for preview has no delivery to take its id from. */
const mailDefaults = ({ type, zone, at }: Digest): MailOptions => ({
  deliveryKey: `${type} ${zone} ${at}`,
  domain: 'localhost',
  unsubscribe: [],
})
