/** A 64-bit hash as two unsigned halves; BigInt only where a caller wants to see it. */
export type Hash64 = { readonly high: number; readonly low: number }

const utf8 = new TextEncoder()

/** FNV-1a of 64 bits over the UTF-8 bytes. */
export function fnv1a64(text: string): Hash64 {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (const byte of utf8.encode(text)) {
    low = (low ^ byte) >>> 0
    // The prime is 2^40 + 0x1b3; each product stays below 2^53.
    const product = low * 0x1b3
    high = (high * 0x1b3 + Math.floor(product / 0x1_0000_0000) + low * 0x100) % 0x1_0000_0000
    low = product % 0x1_0000_0000
  }
  return { high, low }
}

/** Where FNV-1a of 32 bits starts, and what each step multiplies by. */
export const FNV_BASIS = 0x811c9dc5 | 0
export const FNV_PRIME = 0x01000193

/** FNV-1a of 32 bits over UTF-16 units: quick and good enough to tell shingles apart. */
export function fnv1a32(text: string): number {
  return fnv1a32Between(text, 0, text.length)
}

/** The same of a part of a text, which need not be cut out. */
export function fnv1a32Between(text: string, start: number, end: number): number {
  let hash = FNV_BASIS
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

/** The finaliser of MurmurHash3: spreads every bit of a 32-bit number over all others. */
export function mix32(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
