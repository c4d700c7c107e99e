import { expect, test } from 'vitest'
import { gatherWarnings } from './warnings.ts'

test('places are line and column, in document order, whatever the order of finding', () => {
  const warnings = gatherWarnings()
  warnings.add('b', 'second', 4)
  warnings.add('a', 'first', 0)
  warnings.add('c', 'third', 7)
  expect(warnings.list('ab\ncd\nef').map(({ code, at }) => [code, at?.line, at?.column])).toEqual([
    ['a', 1, 1],
    ['b', 2, 2],
    ['c', 3, 2],
  ])
})

test('a thousand of a kind are told a few times and counted', () => {
  const warnings = gatherWarnings()
  for (let at = 0; at < 1000; at += 1) warnings.add('same', 'again', at)
  const list = warnings.list('x'.repeat(1000))
  expect(list).toHaveLength(11)
  expect(list.at(-1)).toEqual({ code: 'same', message: 'and 990 more of this kind', at: null })
})
