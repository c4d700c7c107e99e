import { describe, expect, test } from 'vitest'
import { encodeText } from './encode-text.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('encodeText', () => {
  test.each([
    ['big5', '中文', 'a4a4a4e5'],
    ['big5', '‧', 'a145'],
    ['shift_jis', '日本ー', '93fa967b815b'],
    ['euc-jp', '日本', 'c6fccbdc'],
    ['windows-1252', '€’é', '8092e9'],
    ['utf-16le', 'aé', 'fffe6100e900'],
    ['utf-8', 'é', 'c3a9'],
  ] as const)('writes %s: %s', (encoding, text, bytes) => expect(hex(encodeText(text, encoding))).toBe(bytes))

  test.each(['big5', 'shift_jis', 'euc-jp'] as const)('%s comes back as it went', (encoding) => {
    const text = encoding === 'big5' ? '台灣新聞，100％「可讀」。' : '日本の新聞、１００％「読める」。'
    expect(new TextDecoder(encoding).decode(encodeText(text, encoding))).toBe(text)
  })

  test('a character the encoding does not have is a mistake in the world', () =>
    expect(() => encodeText('한', 'big5')).toThrow('big5 has no "한"'))
})
