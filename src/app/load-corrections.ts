import { findCorrections } from '../core/digest/find-corrections.ts'
import { itemsOf } from '../core/digest/self-check.ts'
import type { Correction, Digest } from '../core/domain/digest.ts'
import { tierOf } from '../core/score/tier-of.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { AnalysisDeps, UnlabelledWindow } from './analyse-window.ts'
import { windowArticle } from './window-article.ts'

/** So many digests before a digest are read again, not older than this. */
const DIGESTS = 8
const WEEK_MS = 7 * 86_400_000

/** What the digests before an instant carried and its publishers have corrected since the last of them. */
export async function loadCorrections(at: number, window: UnlabelledWindow, deps: AnalysisDeps): Promise<Correction[]> {
  const { store, reader, feeds } = deps
  const stored = await store.digestsBefore(reader, at, DIGESTS)
  const earlier = stored.map(({ digest }) => digest).filter((digest) => digest.at >= at - WEEK_MS)
  const last = earlier[0]
  if (last === undefined) return []
  const keys = [...new Set(earlier.flatMap(keysOf))]
  const memberships = await store.memberships(keys)
  const stories = new Map(memberships.map(({ article, story }) => [article, story]))
  const tiers = new Map(feeds.map(({ feed, source }) => [feed.id, source.tier]))
  const asRevised = ({ body: _, text, ...article }: StoredArticle) => {
    const story = stories.get(article.key) ?? article.key
    const tier = tierOf(tiers.get(article.feed) ?? null, article.url)
    const line = { ...article, story, copyOf: null }
    return { ...windowArticle({ article: line, story, isCopy: false, tier, score: null }, 0), text }
  }
  const revised = (await store.revisedSince(keys, last.at)).filter(isBefore(at)).map(asRevised)
  const newcomers = window.articles.filter(({ article, isCopy }) => !isCopy && article.firstSeen > last.at)
  return findCorrections({
    earlier,
    revised: revised.filter(({ url }) => url !== null),
    newcomers: newcomers.map((one) => windowArticle(one, 0)).filter(({ url }) => url !== null),
    storyOf: (key) => stories.get(key),
  })
}

const isBefore =
  (at: number) =>
  ({ updatedAt }: StoredArticle): boolean =>
    updatedAt !== null && updatedAt <= at

const keysOf = (digest: Digest): string[] => [
  ...itemsOf(digest).flatMap(({ lead, others }) => [lead.key, ...others.map(({ key }) => key)]),
  ...digest.tabs.flatMap(({ items }) => items.map(({ article }) => article.key)),
]
