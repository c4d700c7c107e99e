import { describe, expect, test } from 'vitest'
import { absolute, innerBase } from './absolute.ts'

describe('absolute', () => {
  test.each([
    ['resolves a path', '/x', 'https://a.example/b/c', 'https://a.example/x'],
    ['keeps an absolute address as written', 'HTTPS://A.example/%7e', 'https://b.example/', 'HTTPS://A.example/%7e'],
    ['drops line breaks inside', ' https://a.example/\n x ', null, 'https://a.example/ x'],
    ['keeps a host in its own letters', '/x', 'https://münchen.example/', 'https://münchen.example/x'],
    ['keeps what cannot be resolved', 'x', null, 'x'],
    ['leaves other schemes alone', 'mailto:a@b.example', 'https://a.example/', 'mailto:a@b.example'],
  ])('%s', (_fact, written, base, expected) => expect(absolute(written, base)).toBe(expected))
})

describe('innerBase', () => {
  test.each([
    ['resolves against the outer one', 'b/', 'https://a.example/', 'https://a.example/b/'],
    ['ignores a base off the web', 'javascript:alert(1)', 'https://a.example/', 'https://a.example/'],
    ['ignores an empty one', '', 'https://a.example/', 'https://a.example/'],
  ])('%s', (_fact, written, outer, expected) => expect(innerBase(written, outer)).toBe(expected))
})
