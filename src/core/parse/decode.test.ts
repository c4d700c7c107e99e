import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { decode, encodingName } from './decode.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))
const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'))
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const big = (little: Uint8Array) => new Uint8Array(Buffer.from(little).swap16())
const utf32 = (text: string) =>
  new Uint8Array([...text].flatMap((c) => [0, 0, 0, 0].map((_, n) => (c.codePointAt(0)! >> (8 * n)) & 255)))

describe('decode', () => {
  test.each([
    [
      'a BOM outranks the header',
      bytes([0xef, 0xbb, 0xbf], '<a>', [0xc3, 0xa9]),
      'text/xml; charset=iso-8859-1',
      '<a>é',
      'utf-8',
      'bom',
    ],
    ['a wide BOM is believed', new Uint8Array([0xff, 0xfe, ...utf16('<é')]), null, '<é', 'utf-16le', 'bom'],
    [
      'the header outranks the declaration',
      bytes('<?xml encoding="koi8-r"?>', [0xe9]),
      'text/xml; charset="windows-1252"',
      '<?xml encoding="koi8-r"?>é',
      'windows-1252',
      'http',
    ],
    [
      'the declaration counts without a header',
      bytes("<?xml version='1.0' encoding='windows-1251'?>", [0xc0]),
      'text/xml',
      "<?xml version='1.0' encoding='windows-1251'?>А",
      'windows-1251',
      'declaration',
    ],
    [
      'iso-8859-1 means windows-1252',
      bytes('<?xml encoding="ISO-8859-1"?>', [0x93, 0x94]),
      null,
      '<?xml encoding="ISO-8859-1"?>“”',
      'windows-1252',
      'declaration',
    ],
    [
      'a meta element counts last',
      bytes('<meta charset="shift_jis">', [0x93, 0xfa]),
      null,
      '<meta charset="shift_jis">日',
      'shift_jis',
      'meta',
    ],
    ['valid UTF-8 needs no label', utf8('<a>日本語'), null, '<a>日本語', 'utf-8', 'utf-8'],
    [
      'a wide encoding that reads as ASCII is false',
      utf8('<?xml encoding="utf-16"?>é'),
      null,
      '<?xml encoding="utf-16"?>é',
      'utf-8',
      'utf-8',
    ],
    [
      'latin-1 that is plainly UTF-8 is false',
      utf8('<?xml encoding="iso-8859-1"?>naïve café déjà'),
      null,
      '<?xml encoding="iso-8859-1"?>naïve café déjà',
      'utf-8',
      'utf-8',
    ],
    ['UTF-16 shows without a BOM', big(utf16('<rss>')), null, '<rss>', 'utf-16be', 'detected'],
    ['UTF-32 shows without a BOM', utf32('<🚢'), null, '<🚢', 'utf-32le', 'detected'],
    [
      'DOS code pages are read by their tables',
      bytes('<?xml encoding="IBM855"?>', [0xa1, 0xa0]),
      null,
      '<?xml encoding="IBM855"?>Аа',
      'ibm855',
      'declaration',
    ],
  ])('%s', (_fact, input, contentType, text, name, reason) => {
    expect(decode(input, { contentType })).toMatchObject({ text, encoding: { name, reason } })
  })

  test('a stray byte in UTF-8 is read as windows-1252 and the rest is kept', () => {
    const input = new Uint8Array([...utf8('<?xml encoding="utf-8"?>日本語の新聞とその見出し'), 0x93, ...utf8('海')])
    expect(decode(input)).toMatchObject({
      text: '<?xml encoding="utf-8"?>日本語の新聞とその見出し“海',
      damaged: true,
      encoding: { name: 'utf-8' },
    })
  })

  test('text said to be UTF-8 but in windows-1251 is found out', () => {
    const russian = Uint8Array.from([...'Порт снова открыт для рыбаков после долгой зимней бури'], (c) =>
      c > 'z' ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0),
    )
    const read = decode(new Uint8Array([...utf8('<?xml encoding="utf-8"?>'), ...russian]))
    expect(read).toMatchObject({ refused: 'utf-8', encoding: { name: 'windows-1251', reason: 'detected' } })
    expect(read.text).toContain('снова открыт')
  })

  test('names a label nobody knows as refused', () => {
    expect(decode(utf8('<?xml encoding="no-such-thing"?>')).refused).toBe('no-such-thing')
  })

  test.each([
    ['UTF8', 'utf-8'],
    ['gb2312', 'gbk'],
    ['x-sjis', 'shift_jis'],
    ['ms949', 'euc-kr'],
    ['windows_1250', 'windows-1250'],
    ['MacCyrillic', 'x-mac-cyrillic'],
    ['cp855', 'ibm855'],
    ['iso-2022-kr', null],
    ['no-such-thing', null],
  ])('encodingName of %s is %s', (label, name) => expect(encodingName(label)).toBe(name))

  test('gives back any text written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        fc.pre(!/^\ufeff|^\0|charset|encoding|^<\0/.test(text))
        expect(decode(utf8(text)).text).toBe(text)
      }),
      { numRuns: 300, seed: 4 },
    )
  })

  test('reads any bytes as something', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(null, 'text/xml; charset=utf-8', 'a/b; charset=gbk', ';charset=utf-16'),
        (input, contentType) => {
          expect(decode(input, { contentType }).text.length).toBeLessThanOrEqual(input.length)
        },
      ),
      { numRuns: 500, seed: 5 },
    )
  })
})
