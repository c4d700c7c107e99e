import { expect, test } from 'vitest'
import { speltIn, speltNames } from './spelt-names.ts'

const names = speltNames(['xiangyang', 'ruochuan', 'tsukikage', 'kagemori', 'shanghai', 'dalisay'])

test.each([
  ['翔洋勞資凌晨談到下午', 'zh', ['xiangyang']],
  ['杜若川《鹽線》摘金燈獎', 'zh', ['ruochuan']],
  ['「つきかげ」と通信回復、カゲモリ・ルナ', 'ja', ['tsukikage', 'kagemori']],
  ['つきかげの着陸', 'ja', ['tsukikage']],
  // 伤害, to hurt, sounds like Shanghai but is an ordinary word.
  ['造成伤害', 'zh', []],
  ['Dalisay 3', 'en', []],
])('%s names %j', (text, language, found) => expect([...speltIn(text, language, names)]).toEqual(found))
