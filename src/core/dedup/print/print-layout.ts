import type { Script } from '../../domain/script.ts'

/*
 * The byte layout of a print. `encode-print.ts` writes it, `decode-print.ts` reads it, `read-in-place.ts` reads numbers of it
 * where they lie; no other module knows it. In order: the version (one byte), the offsets of body, terms and
 * entities (four bytes each), flags (one byte), the hashes of key, guid and content and, where the flags say so, of the URL
 * key and the address (16 bytes each), feed and word count, the times of publication and first sight, domain, source name,
 * publisher and language, the title, the body, the terms, the entities.
 */

/**
 * Version of what a print holds and of its layout; stored beside its bytes. When it is raised, stored prints are made again
 * from their articles (`app/renew-prints.ts`), and `unstoredFields` must still read the older layouts.
 */
export const PRINT_VERSION = 3

/** Since this version header and body are laid out as those of `PRINT_VERSION`. */
export const OLDEST_READABLE_VERSION = 1

/** Scripts by the number that stands for them in a title's flags. */
export const SCRIPTS: readonly Script[] = ['latin', 'cyrillic', 'zh', 'ja', 'ko', 'other']

export const BODY_OFFSET = 1
export const TERMS_OFFSET = 5
export const ENTITIES_OFFSET = 9
export const FLAGS = 13
export const FIRST_HASH = 14
/** Bytes of a hash. */
export const HASH = 16

export const GUID_IS_UNIQUE = 1
export const HAS_URL_KEY = 2
export const HAS_ADDRESS = 4

/** Bytes of all hashes of a print with such flags. */
export const hashBytes = (flags: number): number =>
  HASH * (3 + ((flags & HAS_URL_KEY) === 0 ? 0 : 1) + ((flags & HAS_ADDRESS) === 0 ? 0 : 1))

/** Throws for bytes of another version: such a print must be made again from its article. */
export function refuseOtherVersions(bytes: Uint8Array): void {
  if (bytes[0] !== PRINT_VERSION)
    throw new RangeError(`a print of version ${bytes[0]} cannot be read by version ${PRINT_VERSION}`)
}
