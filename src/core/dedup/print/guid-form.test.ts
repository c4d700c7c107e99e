import { expect, test } from 'vitest'
import { isUniqueGuid } from './guid-form.ts'

test.each([
  ['an address of a page', 'https://a.example/story/7', true],
  ['an address with a query', 'https://a.example/?p=7', true],
  ['a front page is not', 'https://a.example/', false],
  ['a URN', 'urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a', true],
  ['a tag', 'tag:a.example,2026-01-02:story-7', true],
  ['a UUID', '1225c695-cfb8-4ebb-aaaa-80da344efa6a', true],
  ['a bare number is not', '4711', false],
  ['a slug is not', 'harbour-bridge-reopens', false],
])('unique by form: %s', (_fact, guid, expected) => expect(isUniqueGuid(guid)).toBe(expected))
