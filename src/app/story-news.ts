import { DIGEST_POLICY } from '../core/digest/digest-policy.ts'
import { repeatedSentences } from '../core/digest/repeated-sentences.ts'
import { languageOf } from '../core/digest/story-sentences.ts'
import { whatIsNew } from '../core/digest/what-is-new.ts'
import type { SummarySentence } from '../core/domain/digest.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'

/** A story that grew: the keys of its lead, of what came, and of what was there. */
export interface GrownStory {
  readonly key: string
  readonly lead: string
  readonly newcomers: readonly string[]
  readonly known: readonly string[]
}

/** What is new in stories, in a sentence each, chosen as digests choose theirs; stories that say nothing new are left out. */
export async function storyNews(
  store: Store,
  reader: number,
  stories: readonly GrownStory[],
): Promise<ReadonlyMap<string, SummarySentence>> {
  const best = await withBestArticles(store, reader, stories)
  const keys = best.flatMap(({ lead, newcomers, known }) => [lead, ...newcomers, ...known])
  const articles = new Map((await store.articlesByKey([...new Set(keys)])).map((one) => [one.key, one]))
  const found = best.map((story) => readStory(story, articles))
  const read = found.flatMap(({ key, newcomers, known }) =>
    [...newcomers, ...known].map((one) => ({ ...one, story: key })),
  )
  const { summary, newsWords } = DIGEST_POLICY
  const policy = { ...summary, newsWords, repeated: repeatedSentences(read) }
  return new Map(
    found.flatMap(({ key, newcomers, known }): [string, SummarySentence][] => {
      const sentence = whatIsNew(newcomers, known, policy)
      return sentence === null ? [] : [[key, sentence]]
    }),
  )
}

/** The stories with so many of their best articles as a digest reads of one. */
async function withBestArticles(store: Store, reader: number, stories: readonly GrownStory[]): Promise<GrownStory[]> {
  const all = stories.flatMap(({ newcomers, known }) => [...newcomers, ...known])
  const scores = await store.scoresOf(reader, [...new Set(all)])
  const scoreOf = (key: string) => scores.get(key)?.score.value ?? 0
  const best = (keys: readonly string[]) =>
    keys.toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a < b ? -1 : 1)).slice(0, DIGEST_POLICY.summary.articles)
  return stories.map((story) => ({ ...story, newcomers: best(story.newcomers), known: best(story.known) }))
}

/** The articles of a story in the language of its lead. */
function readStory({ key, lead, newcomers, known }: GrownStory, articles: ReadonlyMap<string, StoredArticle>) {
  const first = articles.get(lead)
  const read = (keys: readonly string[]) =>
    keys
      .flatMap((one) => articles.get(one) ?? [])
      .filter((one) => first === undefined || languageOf(one) === languageOf(first))
  return { key, newcomers: read(newcomers), known: read(known) }
}
