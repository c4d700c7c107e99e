import { expect, test } from 'vitest'
import { bootText } from './boot.ts'

test('nothing in the data can end the element it stands in', () => {
  const text = '</script><script>alert(1)</script><!--\u2028\u2029'
  const boot = { data: { '/a': { data: { text }, problem: null } }, language: 'en', zone: 'UTC', now: 1 } as const
  const written = bootText(boot)
  expect(written).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(written)).toEqual(boot)
})
