import { expect, test } from 'vitest'
import type { Link } from '../http/contract/stories.ts'
import { linkSentences, linkValues } from './link-words.ts'
import { en } from './texts/en.ts'

const evidence: NonNullable<Link['evidence']> = {
  overlap: 0.71,
  titles: 0.4,
  headlines: 0,
  shared: 11.386,
  rarest: 3.85,
  otherFigures: 0,
  terms: 0,
  otherNames: 0,
  shorter: 15,
  isBare: false,
  hoursApart: 3.2,
  sameSource: false,
  isCredited: false,
  names: 0,
  isFollowUp: false,
}

const link = (change: Partial<Link> = {}): Link => ({
  to: null,
  holds: true,
  layer: 'event',
  measure: 'pair',
  value: 0.977,
  threshold: 0.5,
  veto: null,
  evidence: null,
  words: [],
  ...change,
})

const said = (change: Partial<Link>) => linkSentences(link(change), en.links).join(' ')

test('a pair is told by its certainty and what is alike', () => {
  expect(linkSentences(link({ evidence }), en.links)).toEqual([
    'Both report one event: that is 98 % certain, and 50 % are needed.',
    'What each headline says stands partly in the other article too.',
    'Their beginnings share most words.',
    'They were published 3 hours apart.',
  ])
})

test.each([
  ['a pair that is not certain enough', { holds: false, value: 0.31 }, /31 % certain; 50 % are needed/],
  ['a pair that is too unlike the rest', { holds: false }, /too unlike the rest of that story/],
  ['a veto', { holds: false, veto: 'roundup' }, /roundup of several events/],
  ['a veto of later rules', { holds: false, veto: 'something-new' }, /A rule overturned that/],
  ['what a person joined', { measure: 'hand', value: 1 }, /^A person joined the two\.$/],
  ['an old story', { measure: 'frozen' }, /older than a week/],
  ['a copy', { layer: 'content', measure: 'minhash' }, /texts are the same, or nearly/],
  ['a near headline', { layer: 'title', measure: 'jaccard', holds: false }, /alike, but not enough/],
  ['a layer of later rules', { layer: 'something-new', measure: 'else' }, /texts are the same/],
  ['bare headlines', { evidence: { ...evidence, isBare: true, headlines: 0.9 } }, /nearly the same/],
  ['figures that differ', { evidence: { ...evidence, otherFigures: 2 } }, /figures that the other does not have/],
  [
    'a name that differs',
    { evidence: { ...evidence, hoursApart: null, otherNames: 7.6 } },
    /name that the other article/,
  ],
  ['a credit', { evidence: { ...evidence, isCredited: true } }, /names the newsroom of the other/],
  ['a follow-up', { evidence: { ...evidence, sameSource: true, isFollowUp: true } }, /second report/],
  ['an unknown time', { evidence: { ...evidence, hoursApart: null } }, /not known/],
  ['one hour', { evidence: { ...evidence, hoursApart: 0.2 } }, /within the hour/],
] as const)('%s has its words', (_what, change, words) => expect(said(change as Partial<Link>)).toMatch(words))

test('the figures are there for who wants them, with what was needed', () => {
  const rows = linkValues(link({ evidence }), en.links)
  expect(rows[0]).toEqual({ name: 'Certainty of one event', value: '0.98', needed: '0.5' })
  expect(rows).toContainEqual({ name: 'Rarity of the other shared words', value: '11.39', needed: null })
  expect(rows.map(({ name }) => name)).not.toContain('Likeness of bare headlines')
  expect(linkValues(link({ measure: 'hand' }), en.links)).toEqual([])
  expect(linkValues(link({ layer: 'title', measure: 'jaccard' }), en.links)[0]!.name).toBe(
    'Likeness (Headline, shared words)',
  )
})
