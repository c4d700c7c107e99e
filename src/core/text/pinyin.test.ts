import { expect, test } from 'vitest'
import { isPinyin, pinyinOf } from './pinyin.ts'

test('characters have their reading without a tone', () => {
  expect(['翔', '洋', '若', '川'].map(pinyinOf)).toEqual(['xiang', 'yang', 'ruo', 'chuan'])
  expect(pinyinOf('A')).toBeUndefined()
})

test.each([
  ['xiangyang', true],
  ['ruochuan', true],
  ['du', false],
  ['tolland', false],
  ['montalvo', false],
])('%s as pinyin: %s', (word, is) => expect(isPinyin(word)).toBe(is))
