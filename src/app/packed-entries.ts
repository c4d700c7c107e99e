import { deserialize, serialize } from 'node:v8'
import type { NotAFeed } from '../core/domain/feed-document.ts'
import type { PackedEntries, Prepared, PreparedEntry, WaitingEntries, WaitingFeed } from '../core/domain/prepared.ts'

/** Serialises entries. Dozens of documents wait for admission at a time, and as objects they would all be copied into the old generation of V8's heap. */
export function packEntries(entries: readonly PreparedEntry[]): PackedEntries {
  return { length: entries.length, bytes: serialize(entries) }
}

/** The entries themselves, decoded at each call; prints are views of the packed bytes. */
export function unpackEntries(entries: WaitingEntries): readonly PreparedEntry[] {
  return 'bytes' in entries ? (deserialize(entries.bytes) as readonly PreparedEntry[]) : entries
}

/** A prepared document as one thread sends it to another, and the buffers that are moved, not copied. */
export function packPrepared(prepared: Prepared): {
  readonly prepared: WaitingFeed | NotAFeed
  readonly moved: readonly ArrayBuffer[]
} {
  if (prepared.kind !== 'feed' || prepared.entries.length === 0) return { prepared, moved: [] }
  const entries = packEntries(prepared.entries)
  return { prepared: { ...prepared, entries }, moved: [entries.bytes.buffer as ArrayBuffer] }
}
