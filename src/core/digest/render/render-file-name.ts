import type { Digest } from '../../domain/digest.ts'
import { isoDay } from './local-time.ts'
import type { DigestFormat } from './render-digest.ts'

const endings: Readonly<Record<DigestFormat, string>> = {
  ...{ md: 'md', html: 'html', email: 'eml', json: 'json', atom: 'atom', rss: 'rss' },
}

/** "2026-11-15-morning.html": the reader's day and the type. */
export function digestFileName(digest: Digest, format: DigestFormat): string {
  return `${isoDay(digest.at, digest.zone)}-${digest.type}.${endings[format]}`
}
