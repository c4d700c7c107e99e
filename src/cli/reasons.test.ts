import { expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import type { ArticleReasons } from '../app/explain-story.ts'
import type { ScoreInputs } from '../core/domain/score.ts'
import { articlePage } from './reasons.ts'
import type { Terminal } from './terminal.ts'

const terminal = { width: 80, colors: { bold: (text: string) => text } } as unknown as Terminal
const inputs: ScoreInputs = {
  ...({
    tier: 'T2',
    tierFrom: 'registry',
    successShare: 0.98,
    hoursOld: 3.2,
    lambda: 0.03,
    dateUncertain: false,
  } as const),
  ...{ sources: 4, tiers: 2, likeness: null, words: 420, hasData: true, hasList: false, hasReference: true },
  partialContent: false,
}
const parts = { authority: 78.4, recency: 91, corroboration: 100, relevance: 50, depth: 75 }
const reasonsWith = (changed: Partial<typeof inputs>): ArticleReasons =>
  ({
    article: { ...anArticle(), id: 7, updatedAt: null },
    origins: [],
    matches: [],
    links: [],
    membership: null,
    story: null,
    score: {
      value: 78.6,
      parts,
      inputs: { ...inputs, ...changed },
      takenAt: Date.UTC(2026, 4, 4, 7),
      profileVersion: 0,
    },
  }) as unknown as ArticleReasons

test('each part of a score says what it means', () => {
  const lines = articlePage(reasonsWith({}), 'UTC', terminal)
    .split('\n')
    .map((line) => line.trim())
  expect(lines).toEqual(
    expect.arrayContaining([
      'Score      79 of 100 at 2026-05-04 07:00, from these five parts:',
      'Authority  78: a source of tier 2 of 5, 1 the best (by the list of known sources); 98 % of the polls of its feed were answered',
      'Recency    91: 3 hours old; it halves every 23 hours',
      'Witnesses  100: 4 newsrooms tell the story themselves, of 2 tiers',
      'Relevance  50: neutral, since you have no interests yet; `copytaster more` and `less` teach them',
      'Depth      75: 420 words with data, references',
    ]),
  )
})

test('a lone, cut off article of uncertain date says so', () => {
  const page = articlePage(
    reasonsWith({ sources: 1, tiers: 1, dateUncertain: true, partialContent: true }),
    'UTC',
    terminal,
  )
  expect(page).toContain('one newsroom tells the story so far')
  expect(page).toContain('less because its date is uncertain')
  expect(page).toContain('the feed gives only the beginning')
})
