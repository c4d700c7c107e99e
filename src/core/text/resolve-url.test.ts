import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlainUrl, resolveSafeUrl, resolveUrl } from './resolve-url.ts'

describe('resolveUrl', () => {
  test.each([
    ['resolves a relative path', 'x', 'https://a.example/b/c', 'https://a.example/b/x'],
    ['resolves above the root', '../../../x', 'https://a.example/b/', 'https://a.example/x'],
    ['resolves a scheme-relative address', '//b.example/x', 'http://a.example', 'http://b.example/x'],
    ['is the base for an empty reference', '', 'https://a.example/b?q', 'https://a.example/b?q'],
    ['leaves another scheme alone', 'urn:isbn:1', 'https://a.example', 'urn:isbn:1'],
    ['does not lean on the base when there is a scheme', 'http:x', 'http://a.example/b', 'http:x'],
    ['leaves a placeholder alone', '{link}', 'https://a.example', '{link}'],
    ['gives back what it cannot resolve', 'x/y', null, 'x/y'],
    ['gives back what it cannot resolve against nonsense', 'x/y', 'nonsense', 'x/y'],
  ])('%s', (_fact, raw, base, expected) => expect(resolveUrl(raw, base)).toBe(expected))
})

describe('resolveSafeUrl', () => {
  test.each([
    ['follows the web', '/x', 'https://a.example/x'],
    ['follows mail', 'mailto:desk@a.example', 'mailto:desk@a.example'],
    ['follows no login of the web', 'https://ann:s3cret@a.example/', 'https://a.example/'],
    ['follows a name elsewhere, without its password', 'svn+ssh://git:pw@a.example/', 'svn+ssh://git@a.example/'],
    ['refuses a script', 'javascript:alert(1)', null],
    ['refuses a script behind blanks and controls', ' \u0001java\tscr\nipt:alert(1)', null],
    ['refuses a document in the address', 'data:text/html,x', null],
    ['refuses a scheme nobody knows', 'x://a.example/', null],
    ['refuses local files', 'file:///etc/passwd', null],
    ['refuses a broken host', 'http://bad]host/', null],
  ])('%s', (_fact, raw, expected) => expect(resolveSafeUrl(raw, 'https://a.example/b/')).toBe(expected))
})

test('an address taken as plain is what the parser would write', () => {
  const part = fc.string({
    unit: fc.constantFrom(
      'a',
      'Z',
      '7',
      '-',
      '.',
      '..',
      '/',
      '%',
      '%2e',
      '%20',
      "'",
      '?',
      '#',
      '&',
      '=',
      ':',
      '@',
      ' ',
      'é',
      '[',
      'xn--',
      '~',
      '+',
      '|',
      '\\\\',
    ),
    maxLength: 12,
  })
  fc.assert(
    fc.property(part, part, (host, rest) => {
      const address = `https://${host}.example/${rest}`
      if (isPlainUrl(address)) expect(new URL(address).href).toBe(address)
    }),
    { numRuns: 3000, seed: 7 },
  )
})
