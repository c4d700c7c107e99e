import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'
import type { FetchError } from './fetch-error.ts'
import { defaultLimits } from './limits.ts'

const limits = { ...defaultLimits, maxBytes: 3_000_000 }
const bytes = (text: string) => new TextEncoder().encode(text)
const failureOf = (run: () => unknown) => {
  try {
    run()
    return null
  } catch (error) {
    return (error as FetchError).failure
  }
}

const codings = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const

test.each(codings)('decodeBody undoes %s for any body', (coding, compress) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (body) => {
      const decoded = decodeBody(compress(body), coding, limits)
      expect(decoded.complete).toBe(true)
      expect(Buffer.from(decoded.bytes).equals(Buffer.from(body))).toBe(true)
    }),
    { seed: 6, numRuns: 50 },
  )
})

test.each(codings)('decodeBody of any broken %s gives a part or one kind of failure', (coding, compress) => {
  const whole = compress(bytes('news '.repeat(300)))
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, cut) => {
      const broken = Uint8Array.from(whole)
      broken[at] = value
      const failure = failureOf(() => decodeBody(broken.subarray(0, cut), coding, limits))
      expect([null, 'badEncoding', 'bomb', 'tooLarge']).toContain(failure)
    }),
    { seed: 7, numRuns: 150 },
  )
})

test.each([null, '', 'identity', 'none', 'UTF-8', ' , '])('decodeBody takes %j for no coding', (header) =>
  expect(decodeBody(bytes('x'), header, limits).bytes).toEqual(bytes('x')),
)

test('decodeBody undoes codings in reverse order', () => {
  const twice = gzipSync(brotliCompressSync(bytes('news')))
  expect(Buffer.from(decodeBody(twice, 'br, gzip', limits).bytes).toString()).toBe('news')
})

test('decodeBody stops a bomb inside a bomb', () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)))
  expect(failureOf(() => decodeBody(bomb, 'gzip, gzip', limits))).toBe('bomb')
})

test('decodeBody lets a small body grow as it likes and a large one by the ratio only', () => {
  expect(decodeBody(gzipSync(Buffer.alloc(1_000_000)), 'gzip', limits).bytes).toHaveLength(1_000_000)
  expect(failureOf(() => decodeBody(gzipSync(Buffer.alloc(2_000_000)), 'gzip', limits))).toBe('bomb')
  expect(failureOf(() => decodeBody(new Uint8Array(3_000_001), null, limits))).toBe('tooLarge')
})

test('decodeBody keeps the whole part of a body that broke off', () => {
  for (const [coding, compress] of codings) {
    const text = Array.from({ length: 400 }, (_, n) => `entry ${n * 7919}`).join('\n')
    const whole = compress(bytes(text))
    const decoded = decodeBody(whole.subarray(0, Math.floor(whole.length / 2)), coding, limits)
    expect(decoded.complete).toBe(false)
    expect(text.startsWith(Buffer.from(decoded.bytes).toString())).toBe(true)
  }
})
