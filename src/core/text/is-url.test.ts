import { expect, test } from 'vitest'
import { isUrl } from './is-url.ts'

test.each([
  ['an address', 'https://a.example/x', undefined, true],
  ['a path with a base', '/x', 'https://a.example/', true],
  ['a path alone', '/x', undefined, false],
  ['nothing', '', undefined, false],
])('isUrl of %s', (_fact, address, base, expected) => expect(isUrl(address, base)).toBe(expected))

test('isUrl says the same of a host in its own letters however often it is asked', () => {
  for (let i = 0; i < 20_000; i++) if (!isUrl('/x', 'https://münchen.example/')) throw new Error(`wrong at call ${i}`)
})
