import { deserialize, serialize } from 'node:v8'
import type { NotAFeed } from '../core/domain/feed-document.ts'
import type { PackedEntries, Prepared, PreparedEntry, WaitingEntries, WaitingFeed } from '../core/domain/prepared.ts'

/** Serialises entries. Dozens of documents wait for admission at a time, and as objects they would all be copied into the old generation of V8's heap. */
export function packEntries(entries: readonly PreparedEntry[]): PackedEntries {
  return { length: entries.length, bytes: serialize(entries) }
}

/** The entries themselves, decoded at each call. */
export function unpackEntries(entries: WaitingEntries): readonly PreparedEntry[] {
  return 'bytes' in entries ? withOwnPrints(deserialize(entries.bytes) as readonly PreparedEntry[]) : entries
}

/** Copies all prints into one buffer: what is kept of some of them later would keep the packed bytes, which hold whole texts. */
function withOwnPrints(entries: readonly PreparedEntry[]): readonly PreparedEntry[] {
  const all = new Uint8Array(entries.reduce((length, { print }) => length + print.value.length, 0))
  let at = 0
  return entries.map((entry) => {
    const value = all.subarray(at, at + entry.print.value.length)
    value.set(entry.print.value)
    at += value.length
    return { ...entry, print: { ...entry.print, value } }
  })
}

/** Gives the memory of entries back that are stored; they cannot be unpacked again. V8 would free it at the next collection of its old generation, hundreds of documents later. */
export function releaseEntries(entries: WaitingEntries): void {
  if ('bytes' in entries) structuredClone(null, { transfer: [entries.bytes.buffer as ArrayBuffer] })
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
