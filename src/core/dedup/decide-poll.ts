import type {
  AdmittedEntry,
  ArticleRef,
  Known,
  NewArticle,
  NewMatch,
  NewRevision,
  PrintBytes,
  ReplacedArticle,
} from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import type { Print } from '../domain/print.ts'
import { keyHash } from '../text/key-hash.ts'
import { withoutBoilerplate } from './boilerplate.ts'
import { type Decided, type DecideOptions, decideAll, HABIT } from './decide.ts'
import { type ArrivingFeed, decideByIdentity } from './decide-by-identity.ts'
import { reusesGuids } from './guid-trust.ts'
import { decodePrint, guidIn, PRINT_VERSION } from './print/encode-print.ts'
import { bytesOf, openPrint } from './print/open-print.ts'
import type { Recent } from './recent/recent.ts'

/** Entries left out by their guid, by their address, and by their title or text. */
export interface RemovedCount {
  readonly guid: number
  readonly url: number
  readonly title: number
}

/** What is to be written for the entries of one poll. */
export interface PollDecision {
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  readonly matches: readonly NewMatch[]
  readonly replaced: readonly ReplacedArticle[]
  /** How many entries each step left out, as the same again or as a copy. */
  readonly removed: RemovedCount
  /** Places of the entries this feed never gave before, whoever else did: what its schedule learns from. */
  readonly fresh: readonly number[]
}

/**
 * Decides the entries of one poll. Where nothing is thrown away, what the store knows by guid and address is settled
 * first, whatever its age; what is left is compared with the window. The two policies that do throw away ask the window
 * alone, as their seeds have it; for them the store only knows what it once had.
 */
export function decidePoll(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
): PollDecision {
  return recent.rules.policy.onAlike === 'link'
    ? decideAgainstStore(feed, arriving, known, recent)
    : decideAgainstWindow(feed, arriving, known, recent)
}

/**
 * Entries of a feed that gives one guid to several articles are known by their address too: otherwise one would take
 * the place of the next.
 */
export function settleGuids(
  feed: number,
  arriving: readonly PreparedEntry[],
  recent: Recent,
): readonly PreparedEntry[] {
  if (arriving.length === 0) return arriving
  const before = recent.ofFeed(feed, HABIT)
  const guids = new Set([...arriving.map(({ print }) => guidIn(print.value)), ...before.map(({ guid }) => guid)])
  if (guids.size === arriving.length + before.length) return arriving
  if (!reusesGuids([...arriving.map(({ print }) => decodePrint(print.value)), ...before])) return arriving
  return arriving.map((entry) => ({
    ...entry,
    guidKey: keyHash(`${entry.guidKey}\n${entry.article.url ?? entry.article.title}`),
  }))
}

/**
 * Whether the guids of a document were found to mean nothing. What is asked of the window is only a part of it, and might
 * not show the habit.
 */
function wereResettled(arriving: readonly PreparedEntry[]): boolean {
  return arriving.some(({ guidKey, print }) => guidIn(print.value) !== guidKey)
}

function decideAgainstStore(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
): PollDecision {
  const identity = decideByIdentity(feed, arriving, known)
  const revisions = identity.revisions.map((revision) => withPrint(revision, known, recent))
  const opener = new Map(
    identity.entries.flatMap((entry, at) =>
      entry.disposition === 'unique' && entry.article !== null && 'added' in entry.article
        ? [[entry.article.added, at] as const]
        : [],
    ),
  )
  const asked = identity.articles.map(({ article, print }, i) => {
    return { article, print: print!, guidKey: arriving[opener.get(i)!]!.guidKey }
  })
  const settled = settle(asked, recent, { guidsMeanNothing: wereResettled(arriving) })
  const entries = identity.entries.map((entry, at): AdmittedEntry => {
    if (entry.article === null || !('added' in entry.article)) return entry
    const { added } = entry.article
    const { disposition } = opener.get(added) === at ? settled.decided[added]!.decision : entry
    return { ...entry, disposition, article: settled.places[added]! }
  })
  const fresh = new Set(identity.fresh)
  const again = entries.filter((entry, at) => isLeftOut(entry) && !fresh.has(at)).length
  const elsewhere = identity.entries.filter((entry, at) => isLeftOut(entry) && fresh.has(at)).length
  const removed = sumOf({ guid: again, url: elsewhere, title: 0 }, removedBy(settled.decided))
  return { ...settled, revisions: [...revisions, ...settled.revisions], entries, removed, fresh: identity.fresh }
}

/** The version that stands has the article's key and its first date. */
function withPrint(revision: NewRevision, known: Known, recent: Recent): NewRevision {
  const { kind, of, article, print } = revision
  if (kind === 'stays' || print === null) return { ...revision, print: null }
  const key = known.articles.find(({ id }) => 'id' in of && id === of.id)?.key ?? article.key
  const standing = recent.get(key)
  const whole = withoutBoilerplate(decodePrint(print.value), new Set(standing?.body?.boilerplate))
  const stands = { ...whole, key, published: article.published, seen: standing?.seen ?? whole.seen }
  recent.add(stands)
  return { ...revision, article: { ...article, key }, print: stored(stands) }
}

function decideAgainstWindow(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
): PollDecision {
  const byGuid = new Map(known.entries.filter((one) => one.feed === feed.id).map((one) => [one.guidKey, one]))
  const articleIds = new Map(known.articles.map(({ key, id }) => [key, id]))
  const isGone = ({ guidKey }: PreparedEntry) => byGuid.get(guidKey)?.article === null
  // Stored, but too old for the window: the store is asked so that no key is given twice.
  const isPast = ({ article }: PreparedEntry) => articleIds.has(article.key) && recent.get(article.key) === null
  const asked = arriving.filter((entry) => !isGone(entry) && !isPast(entry))
  // A version that was replaced is not in the window, but its entry leads to the article that took its place.
  const keys = new Map(known.articles.map(({ id, key }) => [id, key]))
  const knownAs = asked.map(({ guidKey }) => keys.get(byGuid.get(guidKey)?.article ?? 0) ?? null)
  const settled = settle(asked, recent, { guidsMeanNothing: wereResettled(arriving), knownAs })
  const placeOf = new Map(asked.map((entry, i) => [entry, i]))
  const entries = arriving.map((entry): AdmittedEntry => {
    const { guidKey, rawHash, article } = entry
    const i = placeOf.get(entry)
    const base = { guidKey, urlKey: article.urlKey, rawHash }
    if (i !== undefined)
      return { ...base, disposition: settled.decided[i]!.decision.disposition, article: settled.places[i]! }
    return {
      ...base,
      disposition: 'exact_duplicate',
      article: isGone(entry) ? null : { id: articleIds.get(article.key)! },
    }
  })
  const fresh = arriving.flatMap(({ guidKey }, at) => (byGuid.has(guidKey) ? [] : [at]))
  const past = entries.length - asked.length
  const removed = sumOf({ guid: past, url: 0, title: 0 }, removedBy(settled.decided))
  return { ...settled, entries, removed, fresh }
}

const isLeftOut = ({ disposition }: AdmittedEntry): boolean => disposition === 'exact_duplicate'

const sumOf = (a: RemovedCount, b: RemovedCount): RemovedCount => ({
  guid: a.guid + b.guid,
  url: a.url + b.url,
  title: a.title + b.title,
})

/** Which layer said so: the one of the article it is the same as, or a copy of. */
function removedBy(decided: readonly Decided[]): RemovedCount {
  const counts = { guid: 0, url: 0, title: 0 }
  for (const { decision } of decided) {
    if (decision.disposition !== 'exact_duplicate' && decision.disposition !== 'near_duplicate') continue
    const layer = decision.matches.find((match) => match.with === decision.of)?.layer
    if (layer === 'guid' || layer === 'url') counts[layer]++
    else counts.title++
  }
  return counts
}

interface Asked {
  readonly article: Article
  readonly print: PrintBytes
  readonly guidKey: string
}

interface Settled extends Omit<PollDecision, 'entries' | 'fresh' | 'removed'> {
  readonly decided: readonly Decided[]
  /** Where each of those asked about ended. */
  readonly places: readonly ArticleRef[]
}

/** Asks the window about newcomers, and turns its decisions into what is to be written. */
function settle(asked: readonly Asked[], recent: Recent, habits: DecideOptions): Settled {
  const decided = decideAll(
    asked.map(({ print }) => openPrint(print.value)),
    recent,
    habits,
  )
  const slots: (NewArticle | null)[] = []
  const slotOf = new Map<string, number>()
  const revisions: NewRevision[] = []
  const replaced: { key: string; by: Place }[] = []
  const places: Place[] = []
  for (const [i, { print, decision }] of decided.entries()) {
    const { article, guidKey } = asked[i]!
    const own = decision.keeps === 'both' ? undefined : slotOf.get(decision.of!)
    const by: Place =
      decision.keeps === 'both' ? { slot: slots.length } : own === undefined ? { key: decision.of! } : { slot: own }
    places.push(by)
    if (decision.keeps === 'both') {
      slotOf.set(article.key, slots.length)
      slots.push({ article, print: stored(print), beside: decision.of })
    } else if (decision.keeps === 'newcomer') {
      const stands = { ...article, key: decision.of!, published: print.published ?? article.published }
      if (own !== undefined) slots[own] = { ...slots[own]!, article: stands, print: stored(print) }
      else {
        const kind = decision.disposition === 'revision' ? 'outdoes' : 'rehomes'
        revisions.push({ kind, of: { key: decision.of! }, article: stands, guidKey, print: stored(print) })
      }
    }
    for (const key of decision.replaces) {
      const slot = slotOf.get(key)
      if (slot === undefined) replaced.push({ key, by })
      else {
        slots[slot] = null
        for (const [at, place] of places.entries()) if ('slot' in place && place.slot === slot) places[at] = by
      }
    }
  }
  const articles = slots.filter((one) => one !== null)
  const placed = (place: Place): ArticleRef =>
    'slot' in place ? { added: articles.indexOf(slots[place.slot]!) } : place
  return {
    decided,
    articles,
    revisions,
    places: places.map(placed),
    replaced: replaced.map(({ key, by }) => ({ key, by: placed(by) })),
    matches: decided.flatMap(({ decision }, i) =>
      decision.matches.map((match) => ({ ...match, article: asked[i]!.article.key, epoch: recent.rules.epoch.n })),
    ),
  }
}

/** An article to be added, by its slot, or one that is stored. */
type Place = { readonly slot: number } | { readonly key: string }

function stored(print: Print): PrintBytes {
  return { version: PRINT_VERSION, value: bytesOf(print) }
}
