import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { volume } from '../../../tests/support/volume.ts'
import type { Known } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import { keyHash } from '../text/key-hash.ts'
import { decideByIdentity } from './decide-by-identity.ts'
import { printBytes } from './print/print-bytes.ts'

const arriving = (article: Article) => ({
  guidKey: keyHash(article.guid),
  rawHash: 'aa',
  article,
  print: printBytes(article, {}),
})

function knownFrom(article: Article, { feed = 1, kept = true } = {}): Known {
  const { key, urlKey, contentHash, wordCount, published } = article
  return {
    entries: [
      { feed, guidKey: keyHash(article.guid), urlKey, rawHash: 'bb', disposition: 'unique', article: kept ? 7 : null },
    ],
    articles: kept
      ? [{ id: 7, key, feed, position: feed, urlKey, contentHash, wordCount, published, revision: 0 }]
      : [],
  }
}

const ONE = { id: 1, position: 1 }
const NOTHING: Known = { entries: [], articles: [] }
const old = anArticle()
const outcome = (article: Article, known: Known) => {
  const { entries, articles, revisions } = decideByIdentity(ONE, [arriving(article)], known)
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
  const { entries, articles } = decideByIdentity(ONE, [arriving(old), arriving(twin)], NOTHING)
  expect(articles).toHaveLength(1)
  expect(entries.map((entry) => entry.article)).toEqual([{ added: 0 }, { added: 0 }])
})

test('a revision keeps the date of the first version', () => {
  const later = { ...old, contentHash: 'ff', published: old.published + 5000 }
  expect(decideByIdentity(ONE, [arriving(later)], knownFrom(old)).revisions[0]!.article.published).toBe(old.published)
})

describe("of two feeds' versions at one address", () => {
  const kinds = (article: Article, known: Known, position: number) =>
    decideByIdentity({ id: 1, position }, [arriving(article)], known).revisions.map((revision) => revision.kind)
  const elsewhere = knownFrom(old, { feed: 2 })
  const other = (given: Partial<Article>) => ({ ...old, guid: 'x', ...given })

  test('the one with more words is kept', () =>
    expect(kinds(other({ contentHash: 'ff', wordCount: 90 }), elsewhere, 9)).toEqual(['outdoes']))
  test('the one with fewer words is kept beside it', () =>
    expect(kinds(other({ contentHash: 'ff', wordCount: 3 }), elsewhere, 1)).toEqual(['stays']))
  test('the earlier source has it when both say the same', () => {
    expect(kinds(other({}), elsewhere, 1)).toEqual(['rehomes'])
    expect(kinds(other({}), elsewhere, 9)).toEqual([])
  })
  test('a poorer one is kept once, not at every touch', () => {
    const touched = other({ contentHash: 'ff', wordCount: 3 })
    const both: Known = {
      ...elsewhere,
      entries: [...elsewhere.entries, { ...elsewhere.entries[0]!, feed: 1, guidKey: keyHash('x') }],
    }
    expect(kinds(touched, both, 9)).toEqual([])
  })
})

test('what is kept in the end does not depend on who came first', () => {
  const version = fc.record({
    feed: fc.integer({ min: 1, max: 4 }),
    wordCount: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(version, { selector: ({ feed }) => feed, minLength: 2 }),
      fc.infiniteStream(fc.nat()),
      (versions, order) => {
        const shuffled = versions.map((one) => ({ one, at: order.next().value })).sort((a, b) => a.at - b.at)
        expect(lastStanding(shuffled.map(({ one }) => one))).toEqual(lastStanding(versions))
      },
    ),
    { seed: 6, numRuns: volume(70, 5_000) },
  )
})

/** Admits versions of one article one after the other, as the store would, and gives the one that is kept. */
function lastStanding(versions: readonly { readonly feed: number; readonly wordCount: number }[]) {
  let known = NOTHING
  for (const { feed, wordCount } of versions) {
    const article = anArticle({ feed, wordCount, guid: `g${feed}`, contentHash: `words ${wordCount}` })
    const { articles, revisions } = decideByIdentity({ id: feed, position: feed }, [arriving(article)], known)
    const current = articles[0]?.article ?? revisions.find((one) => one.kind !== 'stays')?.article
    const entries = [...known.entries, ...knownFrom(article, { feed }).entries]
    known = current ? { entries, articles: knownFrom(current, { feed: current.feed }).articles } : { ...known, entries }
  }
  const { feed, wordCount } = known.articles[0]!
  return { feed, wordCount }
}
