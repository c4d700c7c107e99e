import { expect, test } from 'vitest'
import { endsText } from './ends-text.ts'

test.each([
  ['a guid ends a title', 'guid', 'title', true],
  ['a guid ends a body', 'guid', 'description', true],
  ['a link ends a title', 'link', 'title', true],
  ['a link stands inside a body', 'link', 'description', false],
  ['a title stands inside a body', 'title', 'atom:content', false],
  ['a description ends a date', 'description', 'pubdate', true],
  ['a second of the same name is nested', 'title', 'title', false],
  ['markup ends nothing', 'b', 'title', false],
])('%s', (_fact, opened, open, expected) => expect(endsText(opened, open)).toBe(expected))
