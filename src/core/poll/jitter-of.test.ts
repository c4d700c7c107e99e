import { expect, test } from 'vitest'
import { jitterOf } from './jitter-of.ts'

test('jitterOf gives the same feed and poll the same number', () => {
  expect(jitterOf('https://a.example/feed', 7)).toBe(jitterOf('https://a.example/feed', 7))
  expect(jitterOf('https://a.example/feed', 7)).not.toBe(jitterOf('https://a.example/feed', 8))
})

test('jitterOf spreads neighbours evenly over 0 to 1', () => {
  const tenths = new Array(10).fill(0)
  for (let n = 0; n < 10_000; n++) tenths[Math.floor(jitterOf(`feed:${n % 100}`, Math.floor(n / 100)) * 10)] += 1
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})
