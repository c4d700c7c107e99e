import { expect, test } from 'vitest'
import { romanKana } from './kana.ts'

test.each([
  ['つきかげ', 'tsukikage'],
  ['カゲモリ', 'kagemori'],
  ['とうきょう', 'tokyo'],
  ['キョート', 'kyoto'],
  ['じゅんいちろう', 'junichiro'],
  ['にっぽん', 'nippon'],
  ['月', null],
])('%s is written %s', (kana, latin) => expect(romanKana(kana)).toBe(latin))
