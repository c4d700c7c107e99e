import { expect, test } from 'vitest'
import { todayShape } from './today-shape.ts'

test.each([
  [0, 'column'],
  [5, 'column'],
  [10, 'column'],
  [11, 'sections'],
  [100, 'sections'],
  [499, 'sections'],
  [500, 'tabs'],
  [1000, 'tabs'],
])('%d feeds: %s', (feeds, expected) => expect(todayShape(feeds)).toBe(expected))
