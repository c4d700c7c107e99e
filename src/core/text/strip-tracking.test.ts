import { describe, expect, test } from 'vitest'
import { stripTracking } from './strip-tracking.ts'

describe('stripTracking', () => {
  test.each([
    [
      'drops tracking and leaves the rest as written',
      'https://A.example/x?b=%7e&utm_source=n&a=1#p',
      'https://A.example/x?b=%7e&a=1#p',
    ],
    ['drops the question mark with the last parameter', 'https://a.example/x?fbclid=1', 'https://a.example/x'],
    ['reads ampersands escaped twice', 'https://a.example/?utm_source=r&#038;utm_medium=r', 'https://a.example/'],
    ['drops the own host as ref', 'https://b.example/x?ref=a.example', 'https://b.example/x'],
    ['drops the own host with www', 'https://b.example/x?ref=www.a.example', 'https://b.example/x'],
    ['keeps any other ref', 'https://b.example/x?ref=v1.2', 'https://b.example/x?ref=v1.2'],
    [
      'leaves a question mark behind the hash alone',
      'https://b.example/#x?utm_source=1',
      'https://b.example/#x?utm_source=1',
    ],
    ['leaves other schemes alone', 'mailto:a@b.example?utm_source=1', 'mailto:a@b.example?utm_source=1'],
  ])('%s', (_fact, raw, expected) => expect(stripTracking(raw, ['https://a.example/blog', 'nonsense'])).toBe(expected))
})
