import { expect, test } from 'vitest'
import { DIGEST_POLICY } from './digest-policy.ts'
import { summarizeEvents } from './summarize-events.ts'
import { summaryWords } from './summary-words.ts'

const { summary: policy } = DIGEST_POLICY
const limits = { min: 50, max: 75 }
const an = (key: string, story: string, text: string) => {
  return { key, story, language: 'en', title: `${key} headline`, text, description: null }
}
const fire = an(
  'fire',
  'f',
  'A wildfire drove twelve hundred people from villages in the hills west of the capital. Nine aircraft fight it. The wind turned at dusk and pushed the flames over the river.',
)
const fire2 = an('fire2', 'f', 'Church bells woke the town when the mobile network failed at three in the morning.')
const ferry = an(
  'ferry',
  's',
  'A ferry ran aground on a sandbank in thick fog with two hundred passengers on board. Nobody was hurt. Two tugs pulled it free at noon.',
)

test('a topic of several events has one paragraph for each, the lead’s first, within the length of a summary', () => {
  const summary = summarizeEvents([fire, ferry, fire2], limits, policy)
  expect([...new Set(summary.map(({ event }) => event))]).toEqual([0, 1])
  const own = { 0: ['fire', 'fire2'], 1: ['ferry'] }
  for (const { event, article } of summary) expect(own[event as 0 | 1]).toContain(article)
  expect(summary.map(({ event }) => event)).toEqual([...summary.map(({ event }) => event!)].sort())
  expect(summary.reduce((sum, { text }) => sum + summaryWords(text, false), 0)).toBeLessThanOrEqual(limits.max)
})

test('sentences of one event carry no mark', () => {
  expect(summarizeEvents([fire, fire2], limits, policy).every(({ event }) => event === undefined)).toBe(true)
})

test('events that no words are left for are not told', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({
    ...ferry,
    key: `k${at}`,
    story: `s${at}`,
    text: `Event ${at} happened in a town on the coast this week, officials said. ${ferry.text}`,
  }))
  const summary = summarizeEvents(many, limits, policy)
  expect(new Set(summary.map(({ event }) => event)).size).toBeLessThanOrEqual(4)
  expect(summary.length).toBeGreaterThan(0)
})
