import type { Profile } from '../../src/core/domain/interest.ts'
import type { Reader } from '../../src/core/domain/reader.ts'
import { DEFAULT_SETTINGS } from '../../src/core/domain/reader-settings.ts'
import type { KnownScore } from '../../src/core/domain/score.ts'
import type { StoredArticle } from '../../src/io/store/articles.ts'
import type { Delivery, DeliveryKey } from '../../src/io/store/deliveries.ts'
import type { NewDigest, StoredDigest } from '../../src/io/store/digests.ts'
import type { StoredEpoch } from '../../src/io/store/idf-epochs.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import type { ReaderArticle } from '../../src/io/store/readers.ts'

/** Readers, scores, digests and deliveries as plain lists. */
export function readerModel(articles: readonly StoredArticle[]) {
  const profiles = new Map<number, Profile | null>()
  const done = new Map<string, ReaderArticle>()
  const scores = new Map<string, KnownScore>()
  const digests: (StoredDigest & NewDigest)[] = []
  const deliveries: Delivery[] = []
  let epoch: StoredEpoch | null = null
  const isSame = (a: DeliveryKey, b: DeliveryKey) =>
    a.subject === b.subject && a.channel === b.channel && a.recipient === b.recipient
  const headOf = ({ id, type, localDate, at }: StoredDigest) => ({ id, type, localDate, at })
  const toStored = ({ id, type, localDate, at, digest, topics }: StoredDigest): StoredDigest => ({
    id,
    type,
    localDate,
    at,
    digest,
    topics,
  })
  const digestOn: Store['digestOn'] = async (reader, type, localDate) => {
    const found = digests.find((one) => one.reader === reader && one.type === type && one.localDate === localDate)
    return found ? toStored(found) : null
  }
  const answers: Pick<
    Store,
    | 'profileOf'
    | 'lastEpoch'
    | 'newestEpoch'
    | 'keepEpoch'
    | 'firstSeenAt'
    | 'changeProfile'
    | 'recordEngagement'
    | 'readerArticles'
    | 'writeScores'
    | 'scoresOf'
    | 'bestScored'
    | 'keepDigest'
    | 'digestOn'
    | 'digestsBefore'
    | 'digestHeadOn'
    | 'digestHeads'
    | 'digestAfter'
    | 'shownIn'
    | 'claimDelivery'
    | 'reclaimDelivery'
    | 'reclaimDoubtful'
    | 'settleDelivery'
    | 'deliveries'
    | 'doubtfulDeliveries'
  > = {
    lastEpoch: async () => epoch?.n ?? 0,
    newestEpoch: async () => epoch,
    keepEpoch: async (next) => {
      if (next.n !== (epoch?.n ?? 0) + 1) return false
      epoch = next
      return true
    },
    firstSeenAt: async () => (articles.length === 0 ? null : Math.min(...articles.map(({ firstSeen }) => firstSeen))),
    profileOf: async (reader) => profiles.get(reader) ?? null,
    changeProfile: async (reader, change) => {
      const next = change(profiles.get(reader) ?? null)
      profiles.set(reader, next)
      return next
    },
    recordEngagement: async (reader, article, kind, at) => {
      const old = done.get(`${reader} ${article}`) ?? {
        article,
        readAt: null,
        savedAt: null,
        skippedAt: null,
        vote: 0,
        votedAt: null,
      }
      const change = {
        read: { readAt: at },
        saved: { savedAt: at },
        skipped: { skippedAt: at },
        more: { vote: 1, votedAt: at },
        less: { vote: -1, votedAt: at },
      } as const
      done.set(`${reader} ${article}`, { ...old, ...change[kind] })
    },
    readerArticles: async (reader, keys) => keys.flatMap((key) => done.get(`${reader} ${key}`) ?? []),
    writeScores: async (reader, list) => {
      for (const [id, score] of list) if (articles.some((one) => one.id === id)) scores.set(`${reader} ${id}`, score)
    },
    scoresOf: async (reader, keys) =>
      new Map(
        articles.flatMap(({ id, key }) => {
          const score = scores.get(`${reader} ${id}`)
          return score && keys.includes(key) ? [[key, score] as const] : []
        }),
      ),
    bestScored: async (reader, { limit, tab, feed, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) =>
      articles
        .filter((one) => scores.has(`${reader} ${one.id}`))
        .filter((one) => (tab === undefined || one.tab === tab) && (feed === undefined || one.feed === feed))
        .filter((one) => one.published >= from && one.published < to)
        .map((article) => ({ article, value: scores.get(`${reader} ${article.id}`)!.score.value }))
        .sort((a, b) => b.value - a.value || (a.article.key < b.article.key ? -1 : 1))
        .slice(0, limit)
        .map(({ article }) => article),
    keepDigest: async (wanted) => {
      const { digest, localDate } = wanted
      const there = await digestOn(wanted.reader, digest.type, localDate)
      if (there) return there
      digests.push({ ...wanted, id: digests.length + 1, type: digest.type, at: digest.at })
      return toStored(digests.at(-1)!)
    },
    digestOn,
    digestHeadOn: async (reader, type, localDate) => {
      const found = await digestOn(reader, type, localDate)
      return found && headOf(found)
    },
    digestsBefore: async (reader, before, limit) =>
      digests
        .filter((one) => one.reader === reader && one.at < before)
        .sort((a, b) => b.at - a.at || b.id - a.id)
        .slice(0, limit)
        .map(toStored),
    digestHeads: async (reader, before, limit) =>
      digests
        .filter((one) => one.reader === reader && one.at < before)
        .sort((a, b) => b.at - a.at || b.id - a.id)
        .slice(0, limit)
        .map(headOf),
    digestAfter: async (reader, { at, id }) =>
      digests
        .filter((one) => one.reader === reader && (one.at > at || (one.at === at && one.id > id)))
        .sort((a, b) => a.at - b.at || a.id - b.id)
        .map(headOf)[0] ?? null,
    shownIn: async (id) => [...(digests.find((one) => one.id === id)?.shown ?? [])].sort((a, b) => a.rank - b.rank),
    claimDelivery: async (key, now) => {
      if (deliveries.some((one) => isSame(one, key))) return false
      deliveries.push({ ...key, claimedAt: now, settledAt: null, outcome: null, detail: null })
      return true
    },
    reclaimDelivery: async (key, now, failedBy = null) => {
      const isLong = ({ outcome, settledAt }: Delivery) =>
        failedBy === null
          ? outcome === 'failed' || outcome === 'abandoned'
          : outcome === 'failed' && settledAt! <= failedBy
      const i = deliveries.findIndex((one) => isSame(one, key) && isLong(one))
      if (i !== -1) deliveries[i] = { ...deliveries[i]!, claimedAt: now, settledAt: null, outcome: null, detail: null }
      return i !== -1
    },
    reclaimDoubtful: async (seen, now) => {
      const isOpen = ({ outcome, claimedAt }: Delivery) =>
        (outcome === null || outcome === 'unknown') && claimedAt === seen.claimedAt
      const i = deliveries.findIndex((one) => isSame(one, seen) && isOpen(one))
      if (i !== -1) deliveries[i] = { ...deliveries[i]!, claimedAt: now, settledAt: null, outcome: null, detail: null }
      return i !== -1
    },
    settleDelivery: async (key, { outcome, detail, now }) => {
      const i = deliveries.findIndex((one) => isSame(one, key))
      if (i !== -1) deliveries[i] = { ...deliveries[i]!, settledAt: now, outcome, detail }
    },
    deliveries: async (since, limit) =>
      deliveries
        .map((one, i) => ({ one, i }))
        .filter(({ one }) => one.claimedAt >= since)
        .sort((a, b) => b.one.claimedAt - a.one.claimedAt || b.i - a.i)
        .slice(0, limit)
        .map(({ one }) => one),
    doubtfulDeliveries: async (since) =>
      deliveries
        .map((one, i) => ({ one, i }))
        .filter(({ one }) => one.claimedAt >= since && (one.outcome === null || one.outcome === 'unknown'))
        .sort((a, b) => a.one.claimedAt - b.one.claimedAt || a.i - b.i)
        .map(({ one }) => one),
  }
  const readers: Reader[] = [
    {
      id: 1,
      name: 'reader',
      role: 'administrator',
      email: null,
      passwordHash: null,
      createdAt: 0,
      seenAt: null,
      settings: DEFAULT_SETTINGS,
    },
  ]
  const accounts: Pick<Store, 'readers' | 'addReader' | 'changeReader' | 'removeReader' | 'seesEverything'> = {
    readers: async () => [...readers],
    addReader: async (wanted, now) => {
      if (readers.some(({ name }) => name === wanted.name)) return null
      const id = 1 + Math.max(...readers.map((one) => one.id))
      const added = { ...wanted, id, passwordHash: null, createdAt: now, seenAt: null, settings: DEFAULT_SETTINGS }
      readers.push(added)
      return added
    },
    changeReader: async (id, changes) => {
      const at = readers.findIndex((one) => one.id === id)
      readers[at] = { ...readers[at]!, ...changes }
    },
    removeReader: async (id) => {
      readers.splice(
        readers.findIndex((one) => one.id === id),
        1,
      )
    },
    seesEverything: async () => true,
  }
  return {
    answers,
    accounts,
    isSaved: (key: string) => [...done.values()].some((one) => one.article === key && one.savedAt !== null),
    removed: (id: number) => {
      for (const name of scores.keys()) if (name.endsWith(` ${id}`)) scores.delete(name)
    },
  }
}
