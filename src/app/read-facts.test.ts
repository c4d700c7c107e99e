import { expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { backgroundIdf, epochZero } from '../core/dedup/epoch/epoch.ts'
import { printBytes } from '../core/dedup/print/print-bytes.ts'
import { textLikeness } from '../core/score/article-facts.ts'
import { depthSignals } from '../core/score/depth-signals.ts'
import { fnv1a32 } from '../core/similar/hash.ts'
import { backgroundIdf as shippedIdf, subjectTerms, subjectVector } from '../core/similar/subject.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ArticleLine } from '../io/store/windows.ts'
import { type Comparison, readFacts } from './read-facts.ts'
import { windowSubjects } from './window-subjects.ts'

const articles = ['River floods town', 'Chip plant opens', 'A river, a river'].map((title, at) =>
  anArticle({
    url: `https://a.example/${at}`,
    title,
    text: `${title}. The river rose 3 metres and 40 km of dykes broke.`,
  }),
)
const lines = articles.map((article, id) => ({ ...article, id, story: 's', copyOf: null })) as unknown as ArticleLine[]

const wanted = { title: 'river plant', text: null, language: 'en', sourceName: null }
const weightOf = () => backgroundIdf(epochZero(), 'en')
const background = { epoch: 0, weightOf, idfOf: () => (term: string) => weightOf()(fnv1a32(term)) }
const comparison: Comparison = { vector: subjectVector(subjectTerms(wanted), shippedIdf('en', '')), background }

interface Given {
  readonly printed: readonly number[]
  readonly contentHash?: string
  readonly pageFetchedAt?: number
}

/** A store that has some of the prints, and notes whose texts were read. */
function storeWith({ printed, contentHash, pageFetchedAt }: Given) {
  const read: number[] = []
  const store = {
    printsOf: async (ids: readonly number[]) =>
      ids.filter((id) => printed.includes(id)).map((id) => ({ article: id, ...printBytes(articles[id]!, {}) })),
    textsOf: async () => new Map(),
    textsToScore: async (ids: readonly number[]) => {
      read.push(...ids)
      return ids.map((id) => {
        const { body, text, contentHash: own } = articles[id]!
        return { id, body, text, contentHash: contentHash ?? own, pageFetchedAt: pageFetchedAt ?? null }
      })
    },
  } as unknown as Store
  return { store, read }
}

const likenessOf = (at: number) => textLikeness(comparison.vector, articles[at]!, background.idfOf())

test('a changed profile reads no text of articles whose prints are there', async () => {
  const { store, read } = storeWith({ printed: [0, 1, 2] })
  const facts = await readFacts({ signals: [], likeness: lines }, comparison, store, windowSubjects(store))
  expect(read).toEqual([])
  for (const [at, { key, contentHash }] of lines.entries()) {
    expect(facts.get(key)).toEqual({ contentHash, signals: null, likeness: likenessOf(at) })
  }
})

test('texts are read for the signs of depth, and once where there is no print', async () => {
  const { store, read } = storeWith({ printed: [0] })
  const unread = { signals: [lines[0]!, lines[1]!], likeness: lines }
  const facts = await readFacts(unread, comparison, store, windowSubjects(store))
  expect(read.sort()).toEqual([0, 1, 2])
  for (const [at, { key, contentHash }] of lines.entries()) {
    expect(facts.get(key)).toEqual({ contentHash, signals: depthSignals(articles[at]!), likeness: likenessOf(at) })
  }
})

test('without a profile nothing is compared, and no print is read', async () => {
  const { store } = storeWith({ printed: [0] })
  const subjects = windowSubjects(store)
  const facts = await readFacts({ signals: lines.slice(0, 1), likeness: [] }, null, store, subjects)
  expect(facts.get(lines[0]!.key)).toMatchObject({ likeness: null })
  expect(subjects.columns().starts).toHaveLength(1)
})

test('the text of the page counts where the line is of it, whatever the print says', async () => {
  const { store, read } = storeWith({ printed: [0], pageFetchedAt: 7 })
  const line = { ...lines[0]!, contentHash: `${lines[0]!.contentHash} page 7` }
  const facts = await readFacts({ signals: [], likeness: [line] }, comparison, store, windowSubjects(store))
  expect(read).toEqual([0])
  expect(facts.get(line.key)!.contentHash).toBe(line.contentHash)
})

test('a text that changed since the line was read has another hash', async () => {
  const { store } = storeWith({ printed: [], contentHash: 'of now' })
  const facts = await readFacts({ signals: lines.slice(0, 1), likeness: [] }, null, store, windowSubjects(store))
  expect(facts.get(lines[0]!.key)!.contentHash).toBe('of now')
})
