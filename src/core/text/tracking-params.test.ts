import { expect, test } from 'vitest'
import { canonicalOnlyParams, isCanonicalNoise, isTrackingParam, trackingParams } from './tracking-params.ts'

test('every tracking parameter names its source and its reason', () => {
  for (const row of [...trackingParams, ...canonicalOnlyParams]) {
    expect(row.source).not.toBe('')
    expect(row.reason).not.toBe('')
    for (const name of row.names) expect(name).toBe(name.toLowerCase())
  }
})

test.each([
  ['utm_anything', true],
  ['gad_source', true],
  ['house_campaign', true],
  ['id', false],
  ['page', false],
  ['ref', false],
  ['utm', false],
])('isTrackingParam(%s) is %s', (name, expected) => expect(isTrackingParam(name)).toBe(expected))

test('ref is noise only in the canonical form', () => expect(isCanonicalNoise('ref')).toBe(true))
