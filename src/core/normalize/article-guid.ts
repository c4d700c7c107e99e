import type { EntryGuid } from '../domain/entry.ts'
import { keyHash } from '../text/key-hash.ts'

/** Longer than any address; what is longer is no name but a mistake or an attack. */
const longestGuid = 2_048

/** The entry's guid, else its address, else a hash of its content. */
export function articleGuid(guid: EntryGuid | null, url: string | null, title: string, link: string | null): string {
  const given = guid?.value.trim() ?? ''
  if (given.length > longestGuid) return `${given.slice(0, 200)}…${keyHash(given)}`
  if (given !== '') return given
  return url ?? keyHash(`${title}\n${link ?? ''}`)
}
