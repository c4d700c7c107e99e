import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipped, plain } from './plain.ts'

describe('plain', () => {
  test.each([
    ['puts several lines on one', 'a\r\n\tb\u2028c', 'a b c'],
    ['drops direction overrides and isolates', '\u202egnp.exe\u202c \u2066x\u2069', 'gnp.exe x'],
    ['keeps marks that right-to-left text needs', 'שלום\u200f!', 'שלום\u200f!'],
    ['drops controls, halves of characters and what XML has not', 'a\u0000b\u001bc\ud800d\uffffe', 'abcde'],
    ['keeps joined emoji and Han characters outside the first plane', '👩‍🚀 𠮷', '👩‍🚀 𠮷'],
  ])('%s', (_fact, text, expected) => expect(plain(text)).toBe(expected))
})

describe('clipped', () => {
  test('never halves a character and is never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 2, max: 20 }), (text, most) => {
        const cut = clipped(text, most)
        expect(cut.length).toBeLessThanOrEqual(most)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
        if (text.length <= most) expect(cut).toBe(text)
        else expect(cut.endsWith('…')).toBe(true)
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})
