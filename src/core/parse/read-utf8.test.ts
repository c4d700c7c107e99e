import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUtf8 } from './read-utf8.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function byPlatform(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const prose = 'It is said that the bridge was closed for a week. '.repeat(3)

test.each([
  ['plain letters', prose],
  ['a quote here and there', `“${prose}” – ${prose}é`],
  ['signs beyond the first plane', `${prose}😀${prose}𠮷`],
  ['a mark at the start', `\ufeff${prose}`],
  ['nothing', ''],
  ['nothing but wide letters', '明日の天気'.repeat(20)],
])('readUtf8 reads %s', (_fact, text) => expect(readUtf8(encode(text)).text).toBe(text))

test.each([
  ['a tail without a head', [0x80]],
  ['a head without a tail', [0xc3]],
  ['a head at the very end', [0x61, 0xe2, 0x80]],
  ['an overlong sequence', [0xc0, 0xaf]],
  ['half a pair', [0xed, 0xa0, 0x80]],
  ['a point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ['a tail too many', [0xc3, 0xa9, 0xa9]],
])('readUtf8 refuses %s', (_fact, bad) => {
  const behind = Uint8Array.from([...encode(prose), ...bad])
  const between = Uint8Array.from([...behind, ...encode(prose)])
  expect(readUtf8(behind).text).toBeNull()
  expect(readUtf8(between).text).toBeNull()
})

test('readUtf8 tells of control characters, not of tabs and line ends', () => {
  expect(readUtf8(encode(`${prose}\t\r\né`)).mayHoldControls).toBe(false)
  expect(readUtf8(encode(`${prose}\u0001`)).mayHoldControls).toBe(true)
  expect(readUtf8(encode(`é${prose}\u0000${prose}`)).mayHoldControls).toBe(true)
})

test('readUtf8 is what the platform says, wherever the bytes lie', () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...encode(`${prose}\n`)).map((byte) => [byte]) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 128, max: 0x10ffff }).map((point) => [...encode(String.fromCodePoint(point))]),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => [byte]) },
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(3), fc.nat(80), (pieces, shift, room) => {
      const filling = encode('x'.repeat(room * 10))
      const all = Uint8Array.from([...encode('y'.repeat(shift)), ...filling, ...pieces.flat()])
      const bytes = all.subarray(shift)
      expect(readUtf8(bytes).text).toBe(byPlatform(bytes))
    }),
    { numRuns: 300, seed: 11 },
  )
})
