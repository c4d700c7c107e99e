import type { Digest } from '../../domain/digest.ts'
import { isoDay } from './local-time.ts'
import type { DigestFormat } from './render-digest.ts'

const endings: Readonly<Record<DigestFormat, string>> = {
  ...{ md: 'md', html: 'html', email: 'eml', json: 'json', atom: 'atom', rss: 'rss' },
}

/** "2026-11-15-morning.html": the reader's day and the type; "2026-11-15-search-7.html" for a search. */
export function digestFileName(digest: Digest, format: DigestFormat): string {
  const name = digest.search === undefined ? digest.type : `search-${digest.search.id}`
  return `${isoDay(digest.at, digest.zone)}-${name}.${endings[format]}`
}
