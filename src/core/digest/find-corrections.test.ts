import { describe, expect, test } from 'vitest'
import { aDigest, aDigestArticle, aDigestItem, anEmptyDigest } from '../../../tests/support/a-digest.ts'
import { aWindowArticle } from '../../../tests/support/a-digest-input.ts'
import type { Digest, DigestArticle } from '../domain/digest.ts'
import type { WindowArticle } from './digest-input.ts'
import { type CorrectionSources, findCorrections } from './find-corrections.ts'

const ferry = aDigestArticle('Ferry toll rises to 16 dead off Cuyo', 'Meridian', {})
const sentence = { text: 'Captain Rogelio Abanto was held on Saturday by the police of Palawan.', article: ferry.key }
const carrying = (lead: DigestArticle, at = anEmptyDigest().at): Digest => ({
  ...anEmptyDigest(),
  at,
  topStories: [aDigestItem('ferry', lead, { summary: [sentence] })],
})
const now = (with_: Partial<WindowArticle>): WindowArticle =>
  aWindowArticle(ferry.key, { title: ferry.title, sourceName: 'Meridian', text: sentence.text, story: 's', ...with_ })
const found = (with_: Partial<CorrectionSources>) =>
  findCorrections({ earlier: [carrying(ferry)], revised: [], newcomers: [], storyOf: () => 's', ...with_ })

describe('a revision is a correction', () => {
  test('of a figure', () => {
    const [one, ...more] = found({ revised: [now({ title: 'Ferry toll rises to 19 dead off Cuyo' })] })
    expect(more).toEqual([])
    expect(one).toMatchObject({ what: 'figure', figure: 'dead', was: '16', now: '19', carried: { type: 'morning' } })
  })

  test('of a headline', () => {
    const title = 'Ferry toll rises to 16 dead off Palawan'
    expect(found({ revised: [now({ title })] })).toMatchObject([{ what: 'headline', was: ferry.title, now: title }])
  })

  test('of a name in a sentence that was quoted', () => {
    const text = 'Captain Ruben Abante was held on Saturday by the police of Palawan. Nobody else was.'
    expect(found({ revised: [now({ text })] })).toMatchObject([
      {
        what: 'sentence',
        was: sentence.text,
        now: 'Captain Ruben Abante was held on Saturday by the police of Palawan.',
      },
    ])
  })

  test('of what the newest digest that has the article carried', () => {
    const early = carrying({ ...ferry, title: 'Ferry toll rises to 14 dead off Cuyo' }, anEmptyDigest().at - 1000)
    const revised = [now({ title: 'Ferry toll rises to 19 dead off Cuyo' })]
    expect(found({ earlier: [carrying(ferry), early], revised })).toMatchObject([{ was: '16' }])
    expect(found({ earlier: [early, carrying(ferry)], revised })).toMatchObject([{ was: '14' }])
  })

  test('but not when only marks, stop words or further sentences changed', () => {
    expect(found({ revised: [now({ title: 'Ferry toll rises to 16 dead, off Cuyo!' })] })).toEqual([])
    expect(found({ revised: [now({ text: `${sentence.text} The search goes on.` })] })).toEqual([])
  })
})

describe('a newer article of the same newsroom is a correction', () => {
  const corrected = { story: 's', sourceName: 'Meridian' }

  test.each([
    ['that is marked as one', 'CORRECTED: Ferry toll is 17 dead, coast guard says'],
    ['when a toll falls', 'Coast guard lowers ferry toll to 15 dead after double count'],
  ])('%s', (_, title) => {
    const newcomers = [aWindowArticle('new', { ...corrected, title })]
    expect(found({ newcomers })).toMatchObject([{ what: 'figure', was: '16', article: { title } }])
  })

  test.each([
    ['when a toll grows', { ...corrected, title: 'Ferry toll reaches 19 dead' }],
    ['of another newsroom', { ...corrected, sourceName: 'Courant', title: 'Ferry toll is 15 dead' }],
    ['of another story', { ...corrected, story: 't', title: 'Ferry toll is 15 dead' }],
  ])('but not %s', (_, with_) => expect(found({ newcomers: [aWindowArticle('new', with_)] })).toEqual([]))
})

test('a digest with articles that did not change has no corrections', () => {
  expect(findCorrections({ earlier: [aDigest()], revised: [], newcomers: [], storyOf: () => undefined })).toEqual([])
})
