import type { EntryGuid } from '../domain/entry.ts'
import { keyHash } from '../text/key-hash.ts'

/** The entry's guid, else its address, else a hash of its content. */
export function articleGuid(guid: EntryGuid | null, url: string | null, title: string, link: string | null): string {
  const given = guid?.value.trim() ?? ''
  if (given !== '') return given
  return url ?? keyHash(`${title}\n${link ?? ''}`)
}
