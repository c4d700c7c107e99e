import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import type { DigestHead, StoredDigest } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import { type ComposeMail, renderedText } from './messages.ts'

export type { DigestHead }

/** The digests that were made, and how to render one. */
export interface StoredDigests {
  /** Newest first. */
  readonly stored: (before: number, limit: number) => Promise<StoredDigest[]>
  /** The same without their content. */
  readonly heads: (before: number, limit: number) => Promise<DigestHead[]>
  readonly on: (type: DigestType, localDate: string) => Promise<StoredDigest | null>
  /** The digests before and after one. */
  readonly around: (
    one: DigestHead,
  ) => Promise<{ readonly before: DigestHead | null; readonly after: DigestHead | null }>
  readonly rendered: (digest: Digest, format: DigestFormat) => Promise<string>
}

/** What the pages show: the digest of this moment, and the stored ones. */
export interface DigestArchive extends StoredDigests {
  /** A digest of this moment, not kept; held for a while, since each visitor asks for it. Null when it is not to be had now. */
  readonly current: (languages?: readonly string[]) => Promise<Digest | null>
}

/** What reading stored digests needs. */
export interface StoredDigestsDeps {
  readonly store: Pick<Store, 'digestsBefore' | 'digestHeads' | 'digestOn' | 'digestAfter'>
  readonly reader: number
  readonly composeMail: ComposeMail
}

export function createStoredDigests({ store, reader, composeMail }: StoredDigestsDeps): StoredDigests {
  return {
    stored: (before, limit) => store.digestsBefore(reader, before, limit),
    heads: (before, limit) => store.digestHeads(reader, before, limit),
    on: (type, localDate) => store.digestOn(reader, type, localDate),
    around: async (one) => ({
      before: (await store.digestHeads(reader, one.at, 1))[0] ?? null,
      after: await store.digestAfter(reader, one),
    }),
    rendered: (digest, format) => renderedText(digest, format, composeMail),
  }
}
