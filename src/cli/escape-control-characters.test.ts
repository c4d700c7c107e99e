import fc from 'fast-check'
import { expect, test } from 'vitest'
import { screenJson, screenLine, screenText } from './escape-control-characters.ts'

test.each([
  ['an escape sequence', '\u001b]0;owned\u0007x', '␛]0;owned␇x'],
  ['a carriage return', 'safe\rgone', 'safe␍gone'],
  ['an eight-bit escape sequence', '\u009b31mred', '\ufffd31mred'],
  ['a turned direction', 'photo\u202egnp.exe\u2066!\u2069', 'photognp.exe!'],
  ['a line separator', 'a\u2028b', 'a b'],
  ['a deleted character', 'a\u007fb', 'a␡b'],
  ['layout', 'a\n\tb', 'a\n\tb'],
  ['ordinary text of any script', 'Grüße, 中文 👩‍👩‍👧 مرحبا\u200f', 'Grüße, 中文 👩‍👩‍👧 مرحبا\u200f'],
])('screenText: %s', (_fact, text, expected) => expect(screenText(text)).toBe(expected))

test('screenLine is one line', () => expect(screenLine('a\r\n\tb\u001b[2J')).toBe('a b␛[2J'))

test('screenJson has the same value and nothing that a terminal obeys', () => {
  const unit = fc.oneof(
    fc.string(),
    fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code)),
  )
  fc.assert(
    fc.property(fc.array(unit), (texts) => {
      const json = screenJson(JSON.stringify(texts))
      expect(JSON.parse(json)).toEqual(texts)
      expect(screenText(json)).toBe(json)
    }),
    { seed: 14, numRuns: 300 },
  )
})
