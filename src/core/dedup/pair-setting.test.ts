import { describe, expect, test } from 'vitest'
import type { PrintTitle } from '../domain/print.ts'
import { keyHash } from '../text/key-hash.ts'
import { pairVeto } from './pair-rule.ts'
import { settingOf } from './pair-setting.ts'
import { printOf } from './print/print.ts'

function titleOf(title: string, language: string): PrintTitle {
  const input = {
    key: keyHash(title),
    feed: 1,
    guid: title,
    url: null,
    urlKey: null,
    sourceName: null,
    publisher: null,
  }
  const rest = { text: null, published: 0, firstSeen: 0, contentHash: keyHash(title), wordCount: 9 }
  return printOf({ ...input, ...rest, title, language }).title
}

/** Two reports of one newsroom that share a lot. */
const OWN = {
  overlap: 0.3,
  titles: 0.4,
  headlines: 0,
  shared: 20,
  rarest: 4,
  otherFigures: 0,
  terms: 0,
  otherNames: 0,
  shorter: 40,
  isBare: false,
  hoursApart: 20,
  sameSource: true,
  isCredited: false,
  names: 4,
  isFollowUp: true,
}

describe('two titles of one newsroom with other numbers', () => {
  test.each([
    ['a toll', 'en', 'Ferry capsizes off Cuyo: 9 dead', 'Crane lifts ferry, toll rises to 19', null],
    ['a toll in German', 'de', 'Zahl der Toten steigt auf neun', 'Fähre gehoben: 17 Tote vor Palawan', null],
    ['cases', 'ja', '別府の旅館で集団感染か　宿泊客11人が発症', '警報「うるさい」と停止　患者23人に', null],
    ['a magnitude', 'zh', '花蓮外海規模6.1地震', '花蓮地震規模修正為5.9', null],
    [
      'a result',
      'de',
      '3:2 nach Rückstand: Holstenbek im Finale',
      '1:0 in Ammersbek: Wilhelmsfehn im Finale',
      'numbers',
    ],
    ['a closing price', 'zh', '台股收盤跌212點', '台股收盤跌315點', 'numbers'],
    ['an issue', 'en', 'Morning crossword 412', 'Morning crossword 413', 'numbers'],
  ] as const)('%s: %s', (_fact, language, a, b, veto) => {
    const setting = settingOf(titleOf(a, language), titleOf(b, language), language)
    expect(setting.otherNumbers).toBe(true)
    expect(pairVeto(OWN, setting)).toBe(veto)
  })
})
