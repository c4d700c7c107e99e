import { decodeHTMLStrict } from 'entities/decode'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import { decodeReferences } from './references.ts'

describe('decodeReferences', () => {
  test.each([
    ['decodes what XML names', '&lt;&gt;&amp;&quot;&apos;', `<>&"'`],
    ['decodes what HTML names', 'caf&eacute;&nbsp;&hellip;', 'café\u00a0…'],
    ['decodes a text of many pieces', 'a&lt;'.repeat(100_000), 'a<'.repeat(100_000)],
    ['decodes once, not twice', '&amp;lt;', '&lt;'],
    ['reads numbers in both spellings', '&#233;&#xE9;&#x1F6A2;', 'éé🚢'],
    ['takes control numbers for windows-1252', '&#145;&#151;&#x99;', '‘—™'],
    ['leaves addresses alone', '?a=1&copy=2&reg', '?a=1&copy=2&reg'],
    ['leaves entities nobody knows', '&nosuch; & &;', '&nosuch; & &;'],
    ['is not lured by names of objects', '&constructor;&__proto__;', '&constructor;&__proto__;'],
  ])('%s', (_fact, raw, expected) => expect(decodeReferences(raw)).toBe(expected))

  test('tells of every ampersand that is none, with its place', () => {
    const bad: [string | null, number][] = []
    decodeReferences('&lt; & b &nosuch; &', (name, offset) => bad.push([name, offset]), 100)
    expect(bad).toEqual([
      [null, 105],
      ['nosuch', 109],
      [null, 118],
    ])
  })

  test('agrees with the entities package on any text', () => {
    const piece = fc.constantFrom(
      '&',
      'lt',
      ';',
      '#',
      'x',
      '65',
      '151',
      '0',
      'amp',
      'copy',
      'notin',
      ' ',
      'é',
      '<',
      'NotSquareSubset',
      'fjlig',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const raw = pieces.join('')
        expect(decodeReferences(raw)).toBe(decodeHTMLStrict(raw))
      }),
      { numRuns: volume(700, 50_000), seed: 3 },
    )
  })
})
