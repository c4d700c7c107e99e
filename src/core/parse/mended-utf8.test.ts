import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { mendedUtf8 } from './mended-utf8.ts'

const utf8 = (text: string) => [...new TextEncoder().encode(text)]

test('well-formed UTF-8 comes out as the platform reads it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (text) => {
      expect(mendedUtf8(new Uint8Array(utf8(text)))).toBe(text)
    }),
    { numRuns: 500, seed: 10 },
  )
})

test.each([
  ['a stray byte', [...utf8('a'), 0x93, ...utf8('é')], 'a“é'],
  ['a sequence cut short', [0xe2, 0x82, ...utf8('x')], 'â‚x'],
  ['an overlong sequence', [0xc0, 0x80], 'À€'],
  ['a surrogate', [0xed, 0xa0, 0x80], 'í\u00a0€'],
])('%s is read as windows-1252', (_fact, bytes, expected) => expect(mendedUtf8(new Uint8Array(bytes))).toBe(expected))
