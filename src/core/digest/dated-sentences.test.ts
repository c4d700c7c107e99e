import { describe, expect, test } from 'vitest'
import { datedSentences } from './dated-sentences.ts'

const at = Date.UTC(2026, 4, 10, 16)
const hoursAgo = (hours: number) => at - hours * 3_600_000
const isDated = (text: string, hours: number) =>
  datedSentences([{ text, article: 'a' }], () => hoursAgo(hours), { at, zone: 'Europe/Berlin' })[0]!.published !==
  undefined

describe('a sentence of an older article carries its date', () => {
  test.each([
    ['The court will decide tomorrow.', 30],
    ['Die Feuerwehr rückte heute früh aus.', 20],
    ['El fiscal declaró ayer ante el juez.', 26],
    ['氣象署今天發布預報。', 26],
    ['The ferry sank on Sunday off the coast.', 80],
    ['Am Freitagabend zogen Tausende durch die Stadt.', 60],
    ['沿岸警備隊は日曜日に捜索を始めた。', 70],
  ])('"%s" after %d hours', (text, hours) => expect(isDated(text, hours)).toBe(true))

  test.each([
    ['The court will decide tomorrow.', 3],
    ['The ferry sank on Friday off the coast.', 30],
    ['The ferry sank on 8 May off the coast.', 200],
    ['Sundays are quiet in the harbour.', 200],
    ['Der Heutemann gilt als Erfinder.', 200],
  ])('but not "%s" after %d hours', (text, hours) => expect(isDated(text, hours)).toBe(false))
})
