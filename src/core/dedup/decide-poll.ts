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
import { allSteps, type Steps } from '../domain/steps.ts'
import { keyHash } from '../text/key-hash.ts'
import { withoutBoilerplate } from './boilerplate.ts'
import { type Decided, type DecideOptions, decideInSteps, HABIT_SAMPLE, type Habits, habitsOf } from './decide.ts'
import { type ArrivingFeed, decideByIdentity } from './decide-by-identity.ts'
import { reusesGuids } from './guid-trust.ts'
import { decodePrint, guidIn } from './print/decode-print.ts'
import { bytesOf, openPrint } from './print/encoded-prints.ts'
import { PRINT_VERSION } from './print/print-layout.ts'
import type { Recent } from './recent/recent.ts'

/** The number of entries that were duplicates by guid, by address, and by title or text. */
export interface RemovedCount {
  readonly guid: number
  readonly url: number
  readonly title: number
}

/** What to write to the store for the entries of one poll. */
export interface PollDecision {
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  readonly matches: readonly NewMatch[]
  readonly replaced: readonly ReplacedArticle[]
  /** The number of duplicates each step found. */
  readonly removed: RemovedCount
  /** Indexes of entries that are new in this feed, whether or not another feed had them: the schedule learns from these. */
  readonly fresh: readonly number[]
}

/**
 * Decides the entries of one poll. Under policies that keep every article, guid and address are looked up in the whole store
 * first, whatever their age, and what is left is compared with the recent articles. The two policies that drop articles
 * compare with the recent articles only, as their documents define; for them the store only tells what it once had.
 */
export function decidePoll(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
  habits: Habits | null = null,
): PollDecision {
  return allSteps(decidePollInSteps(feed, arriving, known, recent, habits))
}

/** The same, one article at a step. */
export function decidePollInSteps(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
  habits: Habits | null = null,
): Steps<PollDecision> {
  return recent.rules.policy.onAlike === 'link'
    ? decideAgainstStore(feed, arriving, known, recent, habits)
    : decideAgainstWindow(feed, arriving, known, recent, habits)
}

/** The habits of a feed in a whole document, for one that is decided part by part. */
export function documentHabits(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
): Habits {
  const newcomers =
    recent.rules.policy.onAlike === 'link'
      ? decideByIdentity(feed, arriving, known).articles.map(({ print }) => print!)
      : newToWindow(feed, arriving, known, recent).newcomers.map(({ print }) => print)
  const prints = newcomers.map(({ value }) => openPrint(value))
  return habitsOf(prints, recent, haveNewGuidKeys(arriving))
}

/**
 * In a feed that gives one guid to several articles, the guid key of an entry includes its address: otherwise one article
 * would replace the next.
 */
export function distinctGuids(
  feed: number,
  arriving: readonly PreparedEntry[],
  recent: Recent,
): readonly PreparedEntry[] {
  if (arriving.length === 0) return arriving
  const before = recent.ofFeed(feed, HABIT_SAMPLE)
  const guids = new Set([...arriving.map(({ print }) => guidIn(print.value)), ...before.map(({ guid }) => guid)])
  if (guids.size === arriving.length + before.length) return arriving
  if (!reusesGuids([...arriving.map(({ print }) => decodePrint(print.value)), ...before])) return arriving
  return arriving.map((entry) => ({
    ...entry,
    guidKey: keyHash(`${entry.guidKey}\n${entry.article.url ?? entry.article.title}`),
  }))
}

/**
 * Whether `distinctGuids` changed the guid keys of a document. Only some of its entries reach the recent articles, too few to
 * detect the reuse of guids again.
 */
function haveNewGuidKeys(arriving: readonly PreparedEntry[]): boolean {
  return arriving.some(({ guidKey, print }) => guidIn(print.value) !== guidKey)
}

function* decideAgainstStore(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
  habits: Habits | null,
): Steps<PollDecision> {
  const identity = decideByIdentity(feed, arriving, known)
  const revisions = identity.revisions.map((revision) => withPrint(revision, known, recent))
  const opener = new Map(
    identity.entries.flatMap((entry, at) =>
      entry.disposition === 'unique' && entry.article !== null && 'added' in entry.article
        ? [[entry.article.added, at] as const]
        : [],
    ),
  )
  const newcomers = identity.articles.map(({ article, print }, i) => {
    return { article, print: print!, guidKey: arriving[opener.get(i)!]!.guidKey }
  })
  const outcome = yield* decideNewcomers(newcomers, recent, { habits, ignoreGuids: haveNewGuidKeys(arriving) })
  const entries = identity.entries.map((entry, at): AdmittedEntry => {
    if (entry.article === null || !('added' in entry.article)) return entry
    const { added } = entry.article
    const { disposition } = opener.get(added) === at ? outcome.decided[added]!.decision : entry
    return { ...entry, disposition, article: outcome.targets[added]! }
  })
  const fresh = new Set(identity.fresh)
  const again = entries.filter((entry, at) => isLeftOut(entry) && !fresh.has(at)).length
  const elsewhere = identity.entries.filter((entry, at) => isLeftOut(entry) && fresh.has(at)).length
  const removed = sumOf({ guid: again, url: elsewhere, title: 0 }, removedBy(outcome.decided))
  return { ...outcome, revisions: [...revisions, ...outcome.revisions], entries, removed, fresh: identity.fresh }
}

/** Gives a revision the key and first date of its article, and updates the recent articles. */
function withPrint(revision: NewRevision, known: Known, recent: Recent): NewRevision {
  const { kind, of, article, print } = revision
  if (kind === 'stays' || print === null) return { ...revision, print: null }
  const key = known.articles.find(({ id }) => 'id' in of && id === of.id)?.key ?? article.key
  const existing = recent.get(key)
  const whole = withoutBoilerplate(decodePrint(print.value), new Set(existing?.body?.boilerplate))
  const current = { ...whole, key, published: article.published, seen: existing?.seen ?? whole.seen }
  recent.add(current)
  return { ...revision, article: { ...article, key }, print: stored(current) }
}

/** The entries of a document that are compared with the recent articles: not those whose article is stored but no longer recent. */
function newToWindow(feed: ArrivingFeed, arriving: readonly PreparedEntry[], known: Known, recent: Recent) {
  const byGuid = new Map(known.entries.filter((one) => one.feed === feed.id).map((one) => [one.guidKey, one]))
  const articleIds = new Map(known.articles.map(({ key, id }) => [key, id]))
  const isGone = ({ guidKey }: PreparedEntry) => byGuid.get(guidKey)?.article === null
  // Stored, but no longer among the recent articles: a key must not be given twice.
  const isPast = ({ article }: PreparedEntry) => articleIds.has(article.key) && recent.get(article.key) === null
  const newcomers = arriving.filter((entry) => !isGone(entry) && !isPast(entry))
  return { byGuid, articleIds, isGone, newcomers }
}

function* decideAgainstWindow(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
  recent: Recent,
  habits: Habits | null,
): Steps<PollDecision> {
  const { byGuid, articleIds, isGone, newcomers } = newToWindow(feed, arriving, known, recent)
  // A replaced version is not among the recent articles, but its entry points to the article that replaced it.
  const keys = new Map(known.articles.map(({ id, key }) => [id, key]))
  const knownAs = newcomers.map(({ guidKey }) => keys.get(byGuid.get(guidKey)?.article ?? 0) ?? null)
  const outcome = yield* decideNewcomers(newcomers, recent, {
    habits,
    ignoreGuids: haveNewGuidKeys(arriving),
    knownAs,
  })
  const placeOf = new Map(newcomers.map((entry, i) => [entry, i]))
  const entries = arriving.map((entry): AdmittedEntry => {
    const { guidKey, rawHash, article } = entry
    const i = placeOf.get(entry)
    const base = { guidKey, urlKey: article.urlKey, rawHash, backlog: article.backlog }
    if (i !== undefined)
      return { ...base, disposition: outcome.decided[i]!.decision.disposition, article: outcome.targets[i]! }
    return {
      ...base,
      disposition: 'exact_duplicate',
      article: isGone(entry) ? null : { id: articleIds.get(article.key)! },
    }
  })
  const fresh = arriving.flatMap(({ guidKey }, at) => (byGuid.has(guidKey) ? [] : [at]))
  const past = entries.length - newcomers.length
  const removed = sumOf({ guid: past, url: 0, title: 0 }, removedBy(outcome.decided))
  return { ...outcome, entries, removed, fresh }
}

const isLeftOut = ({ disposition }: AdmittedEntry): boolean => disposition === 'exact_duplicate'

const sumOf = (a: RemovedCount, b: RemovedCount): RemovedCount => ({
  guid: a.guid + b.guid,
  url: a.url + b.url,
  title: a.title + b.title,
})

/** Counts duplicates by the layer of the match with the article they duplicate. */
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

interface Newcomer {
  readonly article: Article
  readonly print: PrintBytes
  readonly guidKey: string
}

interface DecidedNewcomers extends Omit<PollDecision, 'entries' | 'fresh' | 'removed'> {
  readonly decided: readonly Decided[]
  /** The article each of the newcomers became or duplicated. */
  readonly targets: readonly ArticleRef[]
}

/** Decides newcomers against the recent articles, and turns the decisions into what to write. */
function* decideNewcomers(
  newcomers: readonly Newcomer[],
  recent: Recent,
  options: DecideOptions,
): Steps<DecidedNewcomers> {
  const decided = yield* decideInSteps(
    newcomers.map(({ print }) => openPrint(print.value)),
    recent,
    options,
  )
  const slots: (NewArticle | null)[] = []
  const slotOf = new Map<string, number>()
  const revisions: NewRevision[] = []
  const replaced: { key: string; by: Target }[] = []
  const targets: Target[] = []
  for (const [i, { print, decision }] of decided.entries()) {
    const { article, guidKey } = newcomers[i]!
    const own = decision.keeps === 'both' ? undefined : slotOf.get(decision.of!)
    const by: Target =
      decision.keeps === 'both' ? { slot: slots.length } : own === undefined ? { key: decision.of! } : { slot: own }
    targets.push(by)
    if (decision.keeps === 'both') {
      slotOf.set(article.key, slots.length)
      slots.push({ article, print: stored(print), beside: decision.of })
    } else if (decision.keeps === 'newcomer') {
      const current = { ...article, key: decision.of!, published: print.published ?? article.published }
      if (own !== undefined) slots[own] = { ...slots[own]!, article: current, print: stored(print) }
      else {
        const kind = decision.disposition === 'revision' ? 'outdoes' : 'rehomes'
        revisions.push({ kind, of: { key: decision.of! }, article: current, guidKey, print: stored(print) })
      }
    }
    for (const key of decision.replaces) {
      const slot = slotOf.get(key)
      if (slot === undefined) replaced.push({ key, by })
      else {
        slots[slot] = null
        for (const [at, target] of targets.entries()) if ('slot' in target && target.slot === slot) targets[at] = by
      }
    }
  }
  const articles = slots.filter((one) => one !== null)
  const placed = (target: Target): ArticleRef =>
    'slot' in target ? { added: articles.indexOf(slots[target.slot]!) } : target
  return {
    decided,
    articles,
    revisions,
    targets: targets.map(placed),
    replaced: replaced.map(({ key, by }) => ({ key, by: placed(by) })),
    matches: decided.flatMap(({ decision }, i) =>
      decision.matches.map((match) => ({ ...match, article: newcomers[i]!.article.key, epoch: recent.rules.epoch.n })),
    ),
  }
}

/** A new article by its slot, or a stored one by its key. */
type Target = { readonly slot: number } | { readonly key: string }

function stored(print: Print): PrintBytes {
  return { version: PRINT_VERSION, value: bytesOf(print) }
}
