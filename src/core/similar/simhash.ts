import { createHash } from 'node:crypto'
import { fnv1a64, type Hash64 } from './hash.ts'

/** The low 64 bits of MD5, the hash of the public SimHash programs. */
export function md5Low64(text: string): Hash64 {
  const digest = createHash('md5').update(text, 'utf8').digest()
  return { high: digest.readUInt32BE(8), low: digest.readUInt32BE(12) }
}

/** SimHash of 64 bits: texts that share most of their weighted tokens differ in few bits. A tied bit is 0. */
export function simhash(counts: ReadonlyMap<string, number>, hash: (text: string) => Hash64 = fnv1a64): bigint {
  const sums = new Float64Array(64)
  for (const [token, count] of counts) {
    const { high, low } = hash(token)
    for (let bit = 0; bit < 32; bit++) {
      sums[bit]! += (low >>> bit) & 1 ? count : -count
      sums[bit + 32]! += (high >>> bit) & 1 ? count : -count
    }
  }
  let print = 0n
  for (let bit = 63; bit >= 0; bit--) print = (print << 1n) | (sums[bit]! > 0 ? 1n : 0n)
  return print
}

/** Hamming distance: how many of 64 bits differ. */
export function hamming(a: bigint, b: bigint): number {
  const differing = a ^ b
  return ones(Number(differing & 0xffffffffn)) + ones(Number(differing >> 32n))
}

function ones(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
