import { hash } from 'node:crypto'

const BYTES = 8

/** A 64-bit hash as hex of a publisher's text: detects changes, not cryptographic. */
export function rawHash(text: string): string {
  return hash('sha1', text, 'hex').slice(0, 2 * BYTES)
}

/** Packs hashes into one byte array, in order. */
export function packHashes(hashes: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.from(hashes.join(''), 'hex'))
}

export function unpackHashes(packed: Uint8Array): Set<string> {
  const hex = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('hex')
  const hashes = new Set<string>()
  for (let at = 0; at < hex.length; at += 2 * BYTES) hashes.add(hex.slice(at, at + 2 * BYTES))
  return hashes
}
