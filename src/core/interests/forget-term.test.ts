import { expect, test } from 'vitest'
import type { Profile } from '../domain/interest.ts'
import { forgetTerm } from './forget-term.ts'

const interest = (term: string) => ({ term, written: term, weight: 1, engagedAt: 0, fadesFrom: 0, moves: [] })
const profile: Profile = {
  version: 3,
  standing: { interests: { violin: 1 }, categories: [], languages: [] },
  learned: [interest('harbour'), interest('soup')],
  engaged: { articles: 2, days: [1] },
  since: 0,
}

test('forgets one term and nothing else', () => {
  expect(forgetTerm(profile, 'soup')).toEqual({ ...profile, version: 4, learned: [interest('harbour')] })
})

test('a term that was not learned changes nothing', () => {
  expect(forgetTerm(profile, 'violin')).toBe(profile)
})
