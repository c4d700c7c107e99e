import { expect, test } from 'vitest'
import { simplifiedHan } from './simplified-han.ts'

test.each([
  ['traditional characters become simplified', '台灣航天員', '台湾航天员'],
  ['simplified ones stay', '台湾航天员', '台湾航天员'],
  ['other scripts stay', 'LX9 とカナ', 'LX9 とカナ'],
  ['nothing stays nothing', '', ''],
])('%s', (_fact, text, expected) => expect(simplifiedHan(text)).toBe(expected))
