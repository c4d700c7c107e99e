import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import type { Known } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import { keyHash } from '../text/key-hash.ts'
import { decideByIdentity } from './decide-by-identity.ts'

const arriving = (article: Article) => ({ guidKey: keyHash(article.guid), rawHash: 'aa', article })

function knownFrom(article: Article, { feed = 1, kept = true } = {}): Known {
  const { key, urlKey, contentHash, wordCount, published } = article
  return {
    entries: [
      { feed, guidKey: keyHash(article.guid), urlKey, rawHash: 'bb', disposition: 'unique', article: kept ? 7 : null },
    ],
    articles: kept ? [{ id: 7, key, feed, urlKey, contentHash, wordCount, published, revision: 0 }] : [],
  }
}

const NOTHING: Known = { entries: [], articles: [] }
const old = anArticle()
const outcome = (article: Article, known: Known) => {
  const { entries, articles, revisions } = decideByIdentity(1, [arriving(article)], known)
  return {
    disposition: entries[0]!.disposition,
    article: entries[0]!.article,
    added: articles.length,
    revised: revisions.length,
  }
}

describe('an entry', () => {
  test('that nobody has seen is unique', () =>
    expect(outcome(old, NOTHING)).toEqual({ disposition: 'unique', article: { added: 0 }, added: 1, revised: 0 }))

  test('with a guid and content its feed gave before is an exact duplicate', () =>
    expect(outcome(old, knownFrom(old))).toMatchObject({ disposition: 'exact_duplicate', article: { id: 7 } }))

  test('with a known guid and other content is a revision', () =>
    expect(outcome({ ...old, contentHash: 'ff' }, knownFrom(old))).toMatchObject({
      disposition: 'revision',
      revised: 1,
    }))

  test('at a known address in another feed is an exact duplicate when it says no more', () =>
    expect(outcome({ ...old, guid: 'x', contentHash: 'ff' }, knownFrom(old, { feed: 2 }))).toMatchObject({
      disposition: 'exact_duplicate',
      article: { id: 7 },
    }))

  test('at a known address in another feed is a revision when it says more', () =>
    expect(outcome({ ...old, guid: 'x', contentHash: 'ff', wordCount: 90 }, knownFrom(old, { feed: 2 }))).toMatchObject(
      {
        disposition: 'revision',
      },
    ))

  test('with the same guid as another feed but another address is unique: bare numbers collide', () => {
    const other = anArticle({ url: 'https://b.example/1', guid: old.guid })
    expect(outcome(other, knownFrom(old, { feed: 2 }))).toMatchObject({ disposition: 'unique' })
  })

  test('whose article retention removed does not come back', () =>
    expect(outcome(old, knownFrom(old, { kept: false }))).toEqual({
      disposition: 'exact_duplicate',
      article: null,
      added: 0,
      revised: 0,
    }))
})

test('two entries of one poll at one address are one article', () => {
  const twin = { ...old, guid: 'other' }
  const { entries, articles } = decideByIdentity(1, [arriving(old), arriving(twin)], NOTHING)
  expect(articles).toHaveLength(1)
  expect(entries.map((entry) => entry.article)).toEqual([{ added: 0 }, { added: 0 }])
})

test('a revision keeps the date of the first version', () => {
  const later = { ...old, contentHash: 'ff', published: old.published + 5000 }
  expect(decideByIdentity(1, [arriving(later)], knownFrom(old)).revisions[0]!.article.published).toBe(old.published)
})
