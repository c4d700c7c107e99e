import type { DigestType } from '../core/domain/digest.ts'
import { FIRST_READER } from '../core/domain/reader.ts'

/** What a delivery is about. Its text is the same on every machine, so that it is sent once; the first reader's has no number. */
export interface DeliverySubject {
  readonly kind: string
  readonly reader: number
  /** Of a digest its local date, of an alert the key of its story, of the digest of a search the id of the search. */
  readonly name: string
  readonly type: DigestType | null
  /** The local date of the digest of a search. */
  readonly date: string | null
  /** A digest that was made ahead of its hour is not kept. */
  readonly isAhead: boolean
}

const readerPart = (reader: number): string => (reader === FIRST_READER ? '' : `:reader-${reader}`)

/** Such as `digest:2026-11-15:morning`. */
export function digestSubject(
  reader: number,
  { localDate, type }: { readonly localDate: string; readonly type: DigestType },
  isAhead = false,
): string {
  return `digest:${localDate}:${type}${readerPart(reader)}${isAhead ? ':ahead' : ''}`
}

/** Such as `alert:` and the key of a story. */
export const alertSubject = (reader: number, story: string): string => `alert:${story}${readerPart(reader)}`

/** Such as `search:7:2026-11-15`. */
export const searchSubject = (reader: number, search: number, localDate: string): string =>
  `search:${search}:${localDate}${readerPart(reader)}`

/** Reads a subject again. */
export function parseSubject(subject: string): DeliverySubject {
  const [kind = '', name = '', ...rest] = subject.split(':')
  const numbered = rest.find((part) => part.startsWith('reader-'))
  return {
    kind,
    name,
    type: kind === 'digest' ? (rest[0] as DigestType) : null,
    date: kind === 'search' ? (rest[0] ?? null) : null,
    reader: numbered === undefined ? FIRST_READER : Number(numbered.slice('reader-'.length)),
    isAhead: rest.includes('ahead'),
  }
}
