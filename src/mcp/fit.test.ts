import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitting, pieceOf } from './fit.ts'

test('items are taken while there is room, and at least one', () => {
  const items = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)]
  expect(fitting(items, 100)).toEqual(items.slice(0, 2))
  expect(fitting(items, 10)).toEqual(items.slice(0, 1))
  expect(fitting(items, 1_000)).toEqual(items)
  expect(fitting([], 10)).toEqual([])
})

/** Half of a character at an end. */
const HALF = /^[\udc00-\udfff]|[\ud800-\udbff]$/

test('the pieces of a text are the whole text, and no character is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 9 }), (text, most) => {
      const pieces: string[] = []
      for (let from: number | null = 0; from !== null; ) {
        const { piece, next } = pieceOf(text, from, most)
        pieces.push(piece)
        from = next
      }
      return pieces.join('') === text && pieces.every((piece) => piece.length <= most && !HALF.test(piece))
    }),
  )
})
