import { expect, test } from 'vitest'
import { issueNumber } from './issue-number.ts'

test.each([
  ['reads a part', '朝の味噌汁帖 その十二 あおさと豆腐', 12],
  ['reads an issue', '街角觀察 第三期', 3],
  ['reads tens without a one before them', '第十回 港のはなし', 10],
  ['reads hundreds', '第一百二十期', 120],
  ['reads digits side by side', '第二〇二六回', 2026],
  ['leaves the days of an event alone', '花蓮地震第三天 全線恢復雙向通車', null],
  ['leaves figures to the numbers of a title', '街角觀察 第412期', null],
  ['finds none where there is none', 'Lanternfish 2.4.1 released', null],
])('issueNumber %s', (_fact, title, expected) => expect(issueNumber(title)).toBe(expected))
