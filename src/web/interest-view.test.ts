import { expect, test } from 'vitest'
import { distinctInterests, type Interest, isLearned, shareOf, voteEffects } from './interest-view.ts'

const bridge = { id: 1, title: 'Harbour bridge closed' }
const choir = { id: 2, title: 'Choir sings' }
const [early, late] = ['2026-11-14T07:00:00.000Z', '2026-11-15T07:00:00.000Z']

const interest = (written: string, weight: number, moves: Interest['moves']): Interest => ({
  term: written,
  written,
  weight,
  isConfigured: moves.some(({ cause }) => cause === 'configured'),
  moves,
})

const configured = interest('lighthouse', 1, [{ cause: 'configured', amount: 1, at: null, article: null }])
const harbour = interest('harbour', 0.5, [{ cause: 'more', amount: 0.5, at: early, article: bridge }])
const cable = interest('cable', 0.25, [
  { cause: 'read', amount: 0.1, at: late, article: choir },
  { cause: 'more', amount: 0.15, at: early, article: bridge },
])
const song = interest('song', -0.5, [{ cause: 'less', amount: -0.5, at: late, article: choir }])
const gone = interest('old', 0.1, [{ cause: 'more', amount: 0.1, at: early, article: null }])

test('what votes did is told by the article, the newest first; what is not stored any more is left out', () => {
  expect(voteEffects([configured, harbour, cable, song, gone])).toEqual([
    { article: choir, cause: 'less', at: late, words: ['song'] },
    { article: bridge, cause: 'more', at: early, words: ['harbour', 'cable'] },
  ])
})

test('only what was learned can be forgotten', () => {
  expect([configured, harbour, gone].map(isLearned)).toEqual([false, true, true])
})

test('a bar is as long as its weight beside the heaviest', () => {
  const all = [configured, harbour, song]
  expect(all.map(({ weight }) => shareOf(weight, all))).toEqual([100, 50, 50])
  expect(shareOf(0, [])).toBe(0)
})

test('a configured word is listed once, a learned one always', () => {
  const twin = { ...configured, term: 'lighthous' }
  const learned = { ...harbour, term: 'lighthouse-learned', written: 'lighthouse' }
  expect(distinctInterests([configured, twin, learned, song])).toEqual([configured, learned, song])
})
