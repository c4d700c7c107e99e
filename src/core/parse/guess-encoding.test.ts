import { describe, expect, test } from 'vitest'
import { guessEncoding } from './guess-encoding.ts'

/** Our own sentences, encoded with the tables below rather than with what is under test. */
const cyrillic = 'Рыбаки вернулись в порт вечером, и весь город вышел на набережную встречать их корабли'
const thai = 'ชาวประมงกลับเข้าท่าเรือในตอนเย็นและคนทั้งเมืองออกมาต้อนรับ'

const windows1251 = (text: string) =>
  Uint8Array.from([...text], (c) => (c >= 'А' && c <= 'я' ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)))
const windows874 = (text: string) =>
  Uint8Array.from([...text], (c) => (c >= '\u0e01' ? c.charCodeAt(0) - 0xd60 : c.charCodeAt(0)))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const english = new Uint8Array(
  Buffer.from('<item><title>Harbour news from the quay and the town</title></item>'.repeat(40)),
)

describe('guessEncoding', () => {
  test.each([
    ['knows Russian', windows1251(cyrillic), 'windows-1251'],
    ['knows Thai', windows874(thai), 'windows-874'],
    [
      'knows French',
      latin1('Les pêcheurs sont rentrés au port à la tombée de la nuit, où la ville entière les a fêtés'),
      'windows-1252',
    ],
    [
      'is not outvoted by English markup',
      new Uint8Array([...english, ...windows1251(cyrillic), ...english]),
      'windows-1251',
    ],
    ['falls back on windows-1252', new Uint8Array([0xe9]), 'windows-1252'],
  ])('%s', (_fact, input, expected) => expect(guessEncoding(input)).toBe(expected))
})
