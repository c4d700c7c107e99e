import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePatterns } from './pattern.ts'
import { PatternError } from './pattern-syntax.ts'

const find = (pattern: string, text: string): string | null => {
  const found = compilePatterns([pattern]).find(text)
  return found === null ? null : text.slice(found.start, found.end)
}

describe('compilePatterns', () => {
  test.each([
    ['digits and words', '\\d{1,2}\\s+\\w+\\s+\\d{4}', 'on 13 Feb 2026 it', '13 Feb 2026'],
    ['either case', '[AP]M', 'pm', 'pm'],
    ['letters with accents as word letters', '\\w+', 'février', 'février'],
    ['alternatives, the longest', 'min|minutes', 'minutes', 'minutes'],
    ['groups that capture nothing', '(?:a|b)+c', 'xabac', 'abac'],
    ['named groups', '(?P<count>\\d+)\\s+ago', '12 ago', '12 ago'],
    ['an open repeat', 'a{2,}', 'aaaa', 'aaaa'],
    ['an exact repeat', 'a{3}', 'aaaa', 'aaa'],
    ['an optional part', 'hours?', 'hour ago', 'hour'],
    ['a set with a range and a class', '[a-c\\d]+', 'zzb2cz', 'b2c'],
    ['a negated set', '[^0-9 ]+', '12 ab', 'ab'],
    ['a negated set in either case', '[^a]+', 'AbA', 'b'],
    ['any unit', 'a.c', 'abc', 'abc'],
    ['an escaped sign', '\\.\\-', 'a.-', '.-'],
    ['edges, which add nothing', '^\\bfoo\\b$', 'a foo b', 'foo'],
    ['characters of other scripts', '\\d{4}年', '在2026年', '2026年'],
    ['a closing bracket first in its set', '[]]', 'a]', ']'],
  ])('understands %s', (_fact, pattern, text, found) => {
    expect(find(pattern, text)).toBe(found)
  })

  test('finds the leftmost and longest of several patterns', () => {
    expect(compilePatterns(['\\d+', '\\d+ hours ago']).find('at 2 hours ago')).toEqual({ start: 3, end: 14 })
  })

  test('a pattern that matches nothing but emptiness finds nothing', () => {
    expect(find('a*', 'bbb')).toBeNull()
  })

  test.each([
    ['a reference back', '(a)\\1', /refers back/],
    ['looking ahead', 'a(?=b)', /looks ahead/],
    ['looking behind', '(?<!a)b', /looks ahead or behind/],
    ['a repeated repeat', 'a+*', /repeats a repeat/],
    ['a repeat of nothing', '*a', /nothing to repeat/],
    ['an open group', '(a', /not closed/],
    ['an open set', '[a', /not closed/],
    ['a closing bracket too many', 'a)', /unmatched/],
    ['a backwards range', '[z-a]', /backwards/],
    ['an unknown escape', '\\q', /unknown escape/],
    ['a trailing backslash', 'a\\', /backslash/],
    ['too large a repeat', 'a{999}', /outside 0 to 200/],
    ['a backwards repeat', 'a{3,2}', /outside/],
    ['too long a pattern', 'a'.repeat(501), /longer than/],
    ['too many steps', '((a{50}){50}){50}', /too large/],
    ['groups too deep', `${'('.repeat(30)}a${')'.repeat(30)}`, /deep/],
    ['nothing at all', '', /empty/],
  ])('refuses %s', (_fact, pattern, message) => {
    expect(() => compilePatterns([pattern])).toThrow(message)
  })

  // With a backtracking engine each of these takes longer than the age of the universe.
  test.each([
    ['(a+)+$', 'a'.repeat(100), 100],
    ['(a|a)*b', 'a'.repeat(100), 0],
    ['(a|aa)+b', 'a'.repeat(100), 0],
    ['(.*)*(.*)*(.*)*x', 'y'.repeat(100), 0],
    ['(\\w+\\s?)+!', 'word '.repeat(20), 0],
    ['(a?){40}a{40}', 'a'.repeat(40), 40],
    ['\\d+\\d+\\d+\\d+\\d+\\d+\\d+\\d+z', '1'.repeat(100), 0],
  ])('%s ends at once on the text made to hang it', (pattern, text, length) => {
    expect(find(pattern, text)?.length ?? 0).toBe(length)
  })

  test('agrees with the platform’s engine on simple patterns', () => {
    const atom = fc.constantFrom('a', 'b', '\\d', '[ab]', '(a|b1)', '(?:(?:ab)?)', '.')
    const repeat = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}')
    const pattern = fc
      .array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.map((part) => part.join('')).join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'c'), maxLength: 10 })
    fc.assert(
      fc.property(pattern, text, (source, line) => {
        const found = compilePatterns([source]).find(line)
        // The platform is asked for every span, since it prefers the first alternative and we the longest.
        const whole = new RegExp(`^(?:${source})$`, 'is')
        let expected: { start: number; end: number } | null = null
        for (let start = 0; start < line.length && expected === null; start += 1) {
          for (let end = line.length; end > start && expected === null; end -= 1) {
            if (whole.test(line.slice(start, end))) expected = { start, end }
          }
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: 300, seed: 10 },
    )
  })

  test('any text is a pattern or refused, and never anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1\\dws()[]{}|*+?^$.-,<>:=!P'), maxLength: 14 }), (source) => {
        try {
          compilePatterns([source]).find('a1 b2 (x)')
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError)
        }
      }),
      { numRuns: 500, seed: 11 },
    )
  })
})
