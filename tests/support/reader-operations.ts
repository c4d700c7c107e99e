import fc from 'fast-check'
import type { NewMatch } from '../../src/core/domain/admission.ts'
import type { Digest } from '../../src/core/domain/digest.ts'
import type { EngagementKind } from '../../src/core/domain/interest.ts'
import type { KnownScore, Score } from '../../src/core/domain/score.ts'
import type { RefinedStories } from '../../src/core/domain/story.ts'
import type { StoredArticle } from '../../src/io/store/articles.ts'
import type { DeliveryKey, DeliveryOutcome } from '../../src/io/store/deliveries.ts'
import type { Store } from '../../src/io/store/open-store.ts'

/* Random use of what hangs on articles: stories, scores, digests, deliveries and what readers did. */

export type ReaderOperation =
  | { readonly kind: 'settle'; readonly articles: readonly number[]; readonly into: number }
  | { readonly kind: 'epoch'; readonly n: number }
  | { readonly kind: 'constrain'; readonly a: number; readonly b: number; readonly join: boolean }
  | { readonly kind: 'engage'; readonly article: number; readonly how: EngagementKind }
  | { readonly kind: 'score'; readonly articles: readonly number[]; readonly value: number }
  | { readonly kind: 'digest'; readonly date: number; readonly articles: readonly number[] }
  | {
      readonly kind: 'deliver'
      readonly digest: number
      readonly outcome: DeliveryOutcome | null
      readonly patient: boolean
    }
  | { readonly kind: 'deliverAgain'; readonly late: boolean }

const many = fc.uniqueArray(fc.nat(20), { maxLength: 6 })

export const readerOperations: fc.Arbitrary<ReaderOperation> = fc.oneof(
  fc.record({ kind: fc.constant('settle' as const), articles: many, into: fc.nat(20) }),
  fc.record({ kind: fc.constant('epoch' as const), n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('constrain' as const), a: fc.nat(20), b: fc.nat(20), join: fc.boolean() }),
  fc.record({
    kind: fc.constant('engage' as const),
    article: fc.nat(20),
    how: fc.constantFrom('read', 'saved', 'more', 'less'),
  }),
  fc.record({ kind: fc.constant('score' as const), articles: many, value: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant('digest' as const), date: fc.nat(3), articles: many }),
  fc.record({
    kind: fc.constant('deliver' as const),
    digest: fc.nat(3),
    outcome: fc.constantFrom('sent', 'failed', 'unknown', null),
    patient: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('deliverAgain' as const), late: fc.boolean() }),
)

interface Bench {
  readonly both: <T>(call: (store: Store) => Promise<T>) => Promise<T>
  readonly now: number
}

/** Applies one operation to both stores. */
export async function applyReader(operation: ReaderOperation, { both, now }: Bench): Promise<void> {
  const page = await both((store) => store.articlePage({ limit: 100 }))
  const at = (n: number): StoredArticle | null => (page.length === 0 ? null : page[n % page.length]!)
  const some = (list: readonly number[]) => [...new Set(list.flatMap((n) => at(n) ?? []))]
  switch (operation.kind) {
    case 'settle': {
      const [into, articles] = [at(operation.into), some(operation.articles)]
      if (into !== null && articles.length > 0)
        await both((store) => store.writeStories([settled(articles, into, now)], now % 1000, now))
      return
    }
    case 'epoch': {
      const counts = new Map([['en', new Uint8Array([operation.n, 1, 2])]])
      await both((store) => store.keepEpoch({ n: operation.n, at: now, counts }))
      return
    }
    case 'constrain': {
      const [a, b] = [at(operation.a), at(operation.b)]
      if (a === null || b === null) return
      const kind = operation.join ? 'join' : 'split'
      await both((store) => store.addConstraints([{ kind, a: a.key, b: b.key, at: now }]))
      return
    }
    case 'engage': {
      const article = at(operation.article)
      if (article !== null) await both((store) => store.recordEngagement(1, article.key, operation.how, now))
      await both((store) => store.changeProfile(1, (old) => ({ ...profile, version: (old?.version ?? 0) + 1 })))
      return
    }
    case 'score': {
      const scores = new Map(some(operation.articles).map(({ id }) => [id, aScore(operation.value, now)]))
      await both((store) => store.writeScores(1, scores.set(9999, aScore(1, now))))
      return
    }
    case 'digest': {
      const shown = some(operation.articles).map(({ key, published }, rank) => {
        return { story: key, rank, articles: 1, newest: key, newestSeenAt: published, at: now }
      })
      const digest = { version: 1, type: 'morning', at: now } as unknown as Digest
      const wanted = { reader: 1, localDate: `2026-01-0${operation.date + 1}`, madeAt: now, digest, topics: [], shown }
      await both((store) => store.keepDigest(wanted))
      return
    }
    case 'deliver': {
      const key: DeliveryKey = { subject: `digest:${operation.digest}`, channel: 'email', recipient: 'a@b.example' }
      const { outcome } = operation
      if (!(await both((store) => store.claimDelivery(key, now))))
        await both((store) => store.reclaimDelivery(key, now, operation.patient ? now - 60_000 : null))
      if (outcome !== null) await both((store) => store.settleDelivery(key, { outcome, detail: null, now }))
      return
    }
    case 'deliverAgain': {
      const [seen] = await both((store) => store.doubtfulDeliveries(0))
      if (seen === undefined) return
      const claimedAt = operation.late ? seen.claimedAt - 1 : seen.claimedAt
      await both((store) => store.reclaimDoubtful({ ...seen, claimedAt }, now))
      return
    }
  }
}

const profile = {
  version: 1,
  standing: { interests: {}, categories: [], languages: [] },
  learned: [],
  engaged: { articles: 0, days: [] },
  since: 0,
}

const AN_EVIDENCE = {
  overlap: 0.3,
  titles: 0.2,
  shared: 4.5,
  headlines: 0.3,
  rarest: 5,
  otherFigures: 0,
  terms: 0,
  otherNames: 0,
  shorter: 8,
  isBare: false,
  hoursApart: null,
  sameSource: false,
  isCredited: false,
  names: 0,
  isFollowUp: false,
}

function settled(articles: readonly StoredArticle[], into: StoredArticle, now: number): RefinedStories {
  const members = articles.map(({ key }) => key)
  const facts = { lead: members[0]!, newsrooms: 1, reprints: members.length - 1, firstAt: now - 5, lastAt: now }
  return {
    stories: [{ id: into.key, members, ...facts }],
    memberships: members.map((article, i) => ({
      article,
      story: into.key,
      cause: 'refine',
      copyOf: i === 0 ? null : members[0]!,
    })),
    links: members.slice(1).map((article, i) => ({
      article,
      other: members[0]!,
      holds: i % 2 === 0,
      layer: 'event' as const,
      measure: 'pair' as const,
      value: i / 4,
      threshold: 0.5,
      veto: i === 1 ? ('version' as const) : null,
      evidence: i === 0 ? null : AN_EVIDENCE,
    })),
    linked: members,
    aliases: new Map(members.slice(1, 2).map((key) => [key, into.key])),
  }
}

function aScore(value: number, takenAt: number): KnownScore {
  const parts = { authority: value, recency: 1, corroboration: 2, relevance: 3, depth: 4 }
  return { contentHash: 'aa', score: { value, parts, inputs: {} as Score['inputs'], takenAt, profileVersion: 1 } }
}

/** Two findings about new articles, one of them overturned. */
export function someMatches(keys: readonly string[]): NewMatch[] {
  const base = { layer: 'title', measure: 'soft-idf', threshold: 0.6, relation: 'linked', rule: 1, epoch: 0 } as const
  return keys.slice(1).map((article, i) => ({
    ...base,
    article,
    with: keys[0]!,
    value: 0.5 + i / 100,
    veto: i % 2 === 0 ? null : 'numbers',
  }))
}

const sorted = <T>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Everything these operations may have changed. */
export const readerLooks: readonly ((store: Store) => Promise<unknown>)[] = [
  async (store) => sorted(await store.membershipsSince(0)),
  (store) => store.membershipsBehind({ publishedAt: 0, key: '' }, 3),
  (store) => store.storyPage({ limit: 1000 }),
  (store) => store.storyPage({ limit: 3, leastMembers: 2, since: Date.UTC(2026, 0, 2) }),
  (store) => store.storyConstraints(),
  (store) => store.settledTo(),
  (store) => store.profileOf(1),
  (store) => store.bestScored(1, { limit: 1000 }),
  (store) => store.bestScored(1, { limit: 3, tab: 'odd', feed: 1, from: Date.UTC(2026, 0, 2) }),
  (store) => store.digestsBefore(1, Date.UTC(2030, 0, 1), 100),
  (store) => store.shownIn(1),
  (store) => store.deliveries(0, 100),
  (store) => store.doubtfulDeliveries(0),
  (store) => store.hiddenEntries(),
  (store) => store.lastEpoch(),
  (store) => store.newestEpoch(),
  (store) => store.firstSeenAt(),
  (store) => store.digestAfter(1, { at: Date.UTC(2026, 0, 1), id: 1 }),
  (store) => store.digestHeadOn(1, 'morning', '2026-01-02'),
  (store) => store.digestHeads(1, Date.UTC(2030, 0, 1), 2),
  (store) => store.anythingSeen(Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)),
  (store) => store.windowTotals(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)),
  (store) => store.articleLines({ from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3), lateMs: 36_000_000 }),
  (store) => store.countStories({ from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3), lateMs: 36_000_000 }),
  async (store) => sorted([...(await store.scoresInWindow(1, { from: 0, to: Date.UTC(2026, 0, 3), lateMs: 0 }))]),
  async (store) => {
    const stories = (await store.storyPage({ limit: 3 })).map(({ key }) => key)
    const span = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3) }
    return [sorted(await store.membersOfStories(stories, span)), sorted(await store.storiesByKey([...stories, 'none']))]
  },
  async (store) => {
    const keys = (await store.articlePage({ limit: 100 })).map(({ key }) => key)
    return {
      matches: await Promise.all(keys.map(async (key) => sorted(await store.matchesOf(key)))),
      members: await Promise.all(keys.map((key) => store.membersOf(key))),
      stories: await Promise.all(keys.map((key) => store.storyByKey(key))),
      named: await Promise.all(keys.map((key) => store.storyKeysFrom(key.slice(0, 1), 5))),
      scores: sorted([...(await store.scoresOf(1, keys))]),
      done: sorted(await store.readerArticles(1, keys)),
      found: sorted((await store.articlesByKey(keys)).map(({ id }) => id)),
      heads: (await store.articleHeads(keys)).sort((a, b) => a.id - b.id),
      storyOf: sorted([...(await store.storiesOfArticles(keys))]),
      revised: (await store.revisedSince(keys, 0)).map(({ id }) => id),
      texts: sorted([...(await store.textsOf(keys))]),
      toScore: sorted(await store.textsToScore((await store.articlesByKey(keys)).map(({ id }) => id))),
      prints: sorted(await store.printsOf((await store.articlesByKey(keys)).map(({ id }) => id))),
    }
  },
]
