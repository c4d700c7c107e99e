import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import type { FeedDay } from '../../core/domain/poll.ts'
import type { Source } from '../../core/domain/source.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { addReader, changeReader, readers, removeReader } from './accounts.ts'
import { addSource, addSources, crawlFeed } from './add-sources.ts'
import { shownAddress, storeAddress } from './address.ts'
import { admission, feedPositions } from './admission.ts'
import {
  articleAtAddress,
  articleById,
  articleHeads,
  articlePage,
  articlesByKey,
  firstSeenAt,
  hiddenEntries,
  originsOf,
  revisedSince,
  revisions,
  windowTotals,
} from './articles.ts'
import { oldBodies, renewBodies } from './bodies.ts'
import { type DeadJob, deadJobs, dropJobs, retryJobs } from './dead-jobs.ts'
import {
  claimDelivery,
  type Delivery,
  deliveries,
  doubtfulDeliveries,
  reclaimDelivery,
  reclaimDoubtful,
  settleDelivery,
} from './deliveries.ts'
import { type Db, type DbOptions, handleFor, openDb } from './dialect.ts'
import { digestAfter, digestHeadOn, digestHeads, digestOn, digestsBefore, keepDigest, shownIn } from './digests.ts'
import { events, latestEvents, pruneEvents, pruneLiveEvents } from './events.ts'
import type { Expected } from './expected-store.ts'
import { dueFeeds, feedById, feeds, feedsOfSources, plannedFeeds } from './feeds.ts'
import { oldCategories, renewCategories } from './final-categories.ts'
import {
  fullTextCounts,
  fullTextOf,
  fullTextsByKey,
  oldPages,
  pagesTried,
  renewPages,
  waitingPages,
  writeFullText,
} from './full-texts.ts'
import {
  claimDueHosts,
  claimHost,
  claimHosts,
  lastRequests,
  nextDueAt,
  pruneHosts,
  releaseHosts,
  releaseHostsOf,
  renewLeases,
} from './hosts.ts'
import { keepEpoch, lastEpoch, newestEpoch } from './idf-epochs.ts'
import { incarnationOf } from './incarnation.ts'
import { damageCheck, isWhole } from './integrity.ts'
import { known, knownOfEach } from './known.ts'
import { linksOf } from './links.ts'
import { createLockHolds, type LockHolds } from './lock-holds.ts'
import { matchesOf } from './matches.ts'
import { doneMigrations, migrate, pendingMigrations } from './migrate.ts'
import { addPartitions, dropPartitions } from './partitions.ts'
import { feedDays, lastPollAt, polls, pruneFeedDays, prunePolls, recordPolls, wasPolled } from './polls.ts'
import { handOverPolls, pruneSettledPolls, settlePoll, takeSettledPolls, waitingPolls } from './prepared-polls.ts'
import { lastChange, lastNumbers, oldPrints, printsAfter, renewPrints } from './prints.ts'
import { readerView } from './reader-view.ts'
import { changeProfile, profileOf, readerArticles, recordEngagement } from './readers.ts'
import { lastSeenAt, newestDates, pruneArticles } from './retention.ts'
import { retireSource } from './retire-sources.ts'
import { bestScored, scoresInWindow, scoresOf, writeScores } from './scores.ts'
import { searchArticles } from './search.ts'
import { clearSearch, updateSearch } from './search-index.ts'
import { hiddenSources, hideSource, logins, sources, sourcesById, sourcesInTrouble } from './sources.ts'
import { damagedStore, storeTrouble, withClearTrouble } from './store-trouble.ts'
import {
  addConstraints,
  memberships,
  membershipsBehind,
  membershipsSince,
  membersOf,
  settledTo,
  storiesOfArticles,
  storyByKey,
  storyConstraints,
  storyKeysFrom,
  storyPage,
  writeStories,
} from './stories.ts'
import { holdingLinks, storyMembers } from './story-members.ts'
import { seesEverything } from './subscriptions.ts'
import { syncSources } from './sync-sources.ts'
import { type WebQueries, webQueries } from './web/web-queries.ts'
import {
  anythingSeen,
  articleLines,
  countStories,
  membersOfStories,
  printsOf,
  storiesByKey,
  textsOf,
  textsToScore,
} from './windows.ts'
import { beatWorker, databaseTime, listWorkers, removeSilentWorkers, removeWorker } from './workers.ts'

/** The store: the same functions on SQLite and on PostgreSQL. */
export interface Store extends Queries {
  /** The store as a reader may see it. */
  readonly viewOf: (reader: number) => Store
  /** What only the server asks. */
  readonly web: WebQueries
  /** What processes ask that share the store with others. */
  readonly shared: SharedQueries
}

export type SharedQueries = ReturnType<typeof sharedQueries>

type Queries = ReturnType<typeof queriesOver>

/** Opens the database at an address such as `sqlite:copytaster.db` and migrates it. */
export async function openStore(address: string, options: StoreOptions = {}): Promise<Store> {
  const holds = createLockHolds()
  return connected(address, (db, expected) => migratedStore(db, { expected, address, holds }), { ...options, holds })
}

/** How a store is to be used. */
export interface StoreOptions extends Pick<DbOptions, 'patienceMs' | 'checkpoints' | 'onHold' | 'onStatement'> {
  /** Is told, in words for a person, that a writer waits long for another process. */
  readonly onWait?: (words: string) => void
}

/** The same for a database that holds something; null, and nothing made, where there is none. */
export async function openExistingStore(address: string, options: StoreOptions = {}): Promise<Store | null> {
  if (isMissingFile(address)) return null
  const holds = createLockHolds()
  const opened = async (db: Db, expected: Expected) => {
    if ((await doneMigrations(db)).length > 0) return migratedStore(db, { expected, address, holds })
    await db.destroy()
    return null
  }
  return connected(address, opened, { ...options, holds })
}

/** The same for a process that joins others: refused unless the database has exactly the tables of this program. */
export async function openCurrentStore(address: string, options: StoreOptions = {}): Promise<Store> {
  const holds = createLockHolds()
  const opened = async (db: Db, expected: Expected) => {
    const pending = await pendingMigrations(db)
    if (pending.length > 0) {
      throw new UserError(
        `${shownAddress(address)} is older than this program (it lacks "${pending[0]}"): run \`copytaster migrate\` or \`copytaster serve\` of this version first`,
      )
    }
    return migratedStore(db, { expected, address, holds })
  }
  return connected(address, opened, { ...options, holds })
}

/** What a store is made over, besides the database. */
interface Ground {
  readonly expected: Expected
  readonly address: string
  readonly holds: LockHolds
}

async function migratedStore(db: Db, { expected, address, holds }: Ground): Promise<Store> {
  await migrate(db)
  expected.incarnation = await incarnationOf(db)
  return storeOver(db, { address, holds })
}

/** Opening such a file would create it. */
export function isMissingFile(address: string): boolean {
  const parsed = storeAddress(address)
  return parsed.kind === 'sqlite' && parsed.path !== ':memory:' && !existsSync(parsed.path)
}

/** Migrates a database and returns the names of the steps taken. */
export async function migrateStore(
  address: string,
  options: Pick<StoreOptions, 'onWait'> = {},
): Promise<readonly string[]> {
  const work = async (db: Db) => {
    const steps = await migrate(db)
    await db.destroy()
    return steps
  }
  return connected(address, work, options)
}

/** Reads what `doctor` reports, without changing anything. */
export async function inspectStore(address: string, doubtsSince: number, daysFrom: number): Promise<StoreFindings> {
  return connected(isMissingFile(address) ? 'sqlite::memory:' : address, async (db) => {
    if (!(await isWhole(db))) throw damagedStore(address)
    const pending = await pendingMigrations(db)
    const version = await databaseVersion(db, address)
    const doubts = pending.length === 0 ? await doubtfulDeliveries(db, doubtsSince) : []
    const troubled = pending.length === 0 ? await troubledFeeds(db, daysFrom) : { feeds: [], days: [] }
    const polledAt = pending.length === 0 ? await lastPollAt(db) : null
    const dead = await deadJobs(db)
    await db.destroy()
    return { pending, version, doubts, polledAt, troubled, dead }
  })
}

/** The state of a database for `doctor`. */
export interface StoreFindings {
  /** Migrations it does not have. */
  readonly pending: readonly string[]
  readonly version: string
  /** Deliveries with an unknown result. */
  readonly doubts: readonly Delivery[]
  /** When a feed was last polled, by the clock of that time. */
  readonly polledAt: number | null
  readonly troubled: TroubledFeeds
  /** Jobs that failed for good. */
  readonly dead: readonly DeadJob[]
}

/** Feeds about which there may be something to say, and their daily sums. */
export interface TroubledFeeds {
  readonly feeds: readonly { readonly source: Source; readonly feed: Feed }[]
  readonly days: readonly FeedDay[]
}

async function troubledFeeds(db: Db, daysFrom: number): Promise<TroubledFeeds> {
  const some = new Map((await sourcesInTrouble(db)).map((source) => [source.id, source]))
  const found = (await feedsOfSources(db, [...some.keys()])).map((feed) => ({ source: some.get(feed.source)!, feed }))
  const ids = found.map(({ feed }) => feed.id)
  return { feeds: found, days: await feedDays(db, daysFrom, ids) }
}

async function databaseVersion(db: Db, address: string): Promise<string> {
  if (storeAddress(address).kind === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
    return `SQLite ${rows[0]!.version}`
  }
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  return `PostgreSQL ${rows[0]!.server_version}`
}

/** Opens a database for some work and closes it; errors are one line for a person. */
export async function connected<T>(
  address: string,
  work: (db: Db, expected: Expected) => Promise<T>,
  options: StoreOptions & Pick<DbOptions, 'holds'> = {},
): Promise<T> {
  const parsed = storeAddress(address)
  if (parsed.kind === 'sqlite' && parsed.path !== ':memory:' && !existsSync(dirname(parsed.path))) {
    throw new Trouble(
      `cannot open ${shownAddress(address)}: the folder ${dirname(parsed.path)} does not exist; make it first`,
    )
  }
  const expected: Expected = { incarnation: null }
  const words = `waiting for the database file ${shownAddress(address)}: another process is writing to it`
  const db = openDb(parsed, { ...options, expected, onWait: () => options.onWait?.(words) })
  try {
    return await work(db, expected)
  } catch (error) {
    await db.destroy().catch(() => {})
    throw storeTrouble(error, address)
  }
}

function storeOver(db: Db, { address, holds }: Omit<Ground, 'expected'>): Store {
  const clear = <T extends object>(queries: T): T => withClearTrouble(queries, address, damageCheck(db))
  const queries = clear(queriesOver(db, holds))
  const web = clear(named(db, webQueries))
  const shared = clear(named(db, sharedQueries))
  const ofReader = handleFor(db, 'a change of subscriptions')
  const viewOf = (reader: number): Store => ({
    ...queries,
    ...clear(readerView(ofReader, queries, reader)),
    viewOf,
    web,
    shared,
  })
  return { ...queries, viewOf, web, shared }
}

/**
 * Each function gets a handle of its own, by whose name the time for which it held the write lock is kept. It is made at the
 * first call, with its group: a command calls few of the two hundred, and making all of them for each took a sixth of its time.
 */
function named<All extends Functions>(db: Db, queriesOf: (db: Db) => All): All {
  const firstCallMakes = (name: string) => {
    let own: AnyFunction | undefined
    return (...args: never[]) => {
      own ??= queriesOf(handleFor(db, name))[name]!
      return own(...args)
    }
  }
  return Object.fromEntries(Object.keys(queriesOf(db)).map((name) => [name, firstCallMakes(name)])) as All
}

type AnyFunction = (...args: never[]) => unknown
type Functions = Readonly<Record<string, AnyFunction>>

function queriesOver(db: Db, holds: LockHolds) {
  return {
    ...named(db, (handle) => readerQueries(handle, holds)),
    ...named(db, feedQueries),
    ...named(db, articleQueries),
    ...named(db, storyQueries),
    ...named(db, digestQueries),
    ...named(db, searchQueries),
  }
}

function readerQueries(db: Db, holds: LockHolds) {
  return {
    readers: () => readers(db),
    addReader: (...args: Args<typeof addReader>) => addReader(db, ...args),
    changeReader: (...args: Args<typeof changeReader>) => changeReader(db, ...args),
    removeReader: (...args: Args<typeof removeReader>) => removeReader(db, ...args),
    /** Whether a reader sees every article as it was stored. */
    seesEverything: (...args: Args<typeof seesEverything>) => seesEverything(db, ...args),
    close: () => db.destroy(),
    /** How long each function held the write lock at most since the store was opened, the longest first. */
    lockHolds: async () => holds.list(),
  }
}

/** Sources, feeds, hosts and polls. */
function feedQueries(db: Db) {
  return {
    sources: () => sources(db),
    logins: (...args: Args<typeof logins>) => logins(db, ...args),
    sourcesById: (...args: Args<typeof sourcesById>) => sourcesById(db, ...args),
    syncSources: (...args: Args<typeof syncSources>) => syncSources(db, ...args),
    addSources: (...args: Args<typeof addSources>) => addSources(db, ...args),
    addSource: (...args: Args<typeof addSource>) => addSource(db, ...args),
    crawlFeed: (...args: Args<typeof crawlFeed>) => crawlFeed(db, ...args),
    retireSource: (...args: Args<typeof retireSource>) => retireSource(db, ...args),
    hiddenSources: (...args: Args<typeof hiddenSources>) => hiddenSources(db, ...args),
    hideSource: (...args: Args<typeof hideSource>) => hideSource(db, ...args),
    feeds: () => feeds(db),
    feedById: (...args: Args<typeof feedById>) => feedById(db, ...args),
    plannedFeeds: (...args: Args<typeof plannedFeeds>) => plannedFeeds(db, ...args),
    dueFeeds: (...args: Args<typeof dueFeeds>) => dueFeeds(db, ...args),
    claimDueHosts: (...args: Args<typeof claimDueHosts>) => claimDueHosts(db, ...args),
    claimHosts: (...args: Args<typeof claimHosts>) => claimHosts(db, ...args),
    claimHost: (...args: Args<typeof claimHost>) => claimHost(db, ...args),
    pruneHosts: (...args: Args<typeof pruneHosts>) => pruneHosts(db, ...args),
    renewLeases: (...args: Args<typeof renewLeases>) => renewLeases(db, ...args),
    releaseHosts: (...args: Args<typeof releaseHosts>) => releaseHosts(db, ...args),
    releaseHostsOf: (...args: Args<typeof releaseHostsOf>) => releaseHostsOf(db, ...args),
    nextDueAt: (...args: Args<typeof nextDueAt>) => nextDueAt(db, ...args),
    lastRequests: (...args: Args<typeof lastRequests>) => lastRequests(db, ...args),
    recordPolls: (...args: Args<typeof recordPolls>) => recordPolls(db, ...args),
    polls: (...args: Args<typeof polls>) => polls(db, ...args),
    wasPolled: (...args: Args<typeof wasPolled>) => wasPolled(db, ...args),
    feedDays: (...args: Args<typeof feedDays>) => feedDays(db, ...args),
    lastPollAt: (...args: Args<typeof lastPollAt>) => lastPollAt(db, ...args),
    prunePolls: (...args: Args<typeof prunePolls>) => prunePolls(db, ...args),
    pruneFeedDays: (...args: Args<typeof pruneFeedDays>) => pruneFeedDays(db, ...args),
    addPartitions: (...args: Args<typeof addPartitions>) => addPartitions(db, ...args),
    dropPartitions: (...args: Args<typeof dropPartitions>) => dropPartitions(db, ...args),
    feedPositions: () => feedPositions(db),
  }
}

/** Articles, and what is derived from each. */
function articleQueries(db: Db) {
  return {
    known: (...args: Args<typeof known>) => known(db, ...args),
    knownOfEach: (...args: Args<typeof knownOfEach>) => knownOfEach(db, ...args),
    admission: <T>(work: Parameters<typeof admission<T>>[1]) => admission(db, work),
    articlePage: (...args: Args<typeof articlePage>) => articlePage(db, ...args),
    articleById: (...args: Args<typeof articleById>) => articleById(db, ...args),
    revisedSince: (...args: Args<typeof revisedSince>) => revisedSince(db, ...args),
    articlesByKey: (...args: Args<typeof articlesByKey>) => articlesByKey(db, ...args),
    articleHeads: (...args: Args<typeof articleHeads>) => articleHeads(db, ...args),
    originsOf: (...args: Args<typeof originsOf>) => originsOf(db, ...args),
    hiddenEntries: () => hiddenEntries(db),
    articleAtAddress: (...args: Args<typeof articleAtAddress>) => articleAtAddress(db, ...args),
    storyKeysFrom: (...args: Args<typeof storyKeysFrom>) => storyKeysFrom(db, ...args),
    revisions: (...args: Args<typeof revisions>) => revisions(db, ...args),
    pruneArticles: (...args: Args<typeof pruneArticles>) => pruneArticles(db, ...args),
    newestDates: (...args: Args<typeof newestDates>) => newestDates(db, ...args),
    lastSeenAt: () => lastSeenAt(db),
    lastEpoch: () => lastEpoch(db),
    newestEpoch: () => newestEpoch(db),
    keepEpoch: (...args: Args<typeof keepEpoch>) => keepEpoch(db, ...args),
    firstSeenAt: () => firstSeenAt(db),
    lastChange: () => lastChange(db),
    lastNumbers: () => lastNumbers(db),
    printsAfter: (...args: Args<typeof printsAfter>) => printsAfter(db, ...args),
    oldPrints: (...args: Args<typeof oldPrints>) => oldPrints(db, ...args),
    renewPrints: (...args: Args<typeof renewPrints>) => renewPrints(db, ...args),
    oldBodies: (...args: Args<typeof oldBodies>) => oldBodies(db, ...args),
    renewBodies: (...args: Args<typeof renewBodies>) => renewBodies(db, ...args),
    oldCategories: (...args: Args<typeof oldCategories>) => oldCategories(db, ...args),
    renewCategories: (...args: Args<typeof renewCategories>) => renewCategories(db, ...args),
    fullTextOf: (...args: Args<typeof fullTextOf>) => fullTextOf(db, ...args),
    fullTextsByKey: (...args: Args<typeof fullTextsByKey>) => fullTextsByKey(db, ...args),
    fullTextCounts: (...args: Args<typeof fullTextCounts>) => fullTextCounts(db, ...args),
    writeFullText: (...args: Args<typeof writeFullText>) => writeFullText(db, ...args),
    waitingPages: (...args: Args<typeof waitingPages>) => waitingPages(db, ...args),
    pagesTried: (...args: Args<typeof pagesTried>) => pagesTried(db, ...args),
    oldPages: (...args: Args<typeof oldPages>) => oldPages(db, ...args),
    renewPages: (...args: Args<typeof renewPages>) => renewPages(db, ...args),
  }
}

function storyQueries(db: Db) {
  return {
    matchesOf: (...args: Args<typeof matchesOf>) => matchesOf(db, ...args),
    linksOf: (...args: Args<typeof linksOf>) => linksOf(db, ...args),
    memberships: (...args: Args<typeof memberships>) => memberships(db, ...args),
    membersOf: (...args: Args<typeof membersOf>) => membersOf(db, ...args),
    membershipsBehind: (...args: Args<typeof membershipsBehind>) => membershipsBehind(db, ...args),
    membershipsSince: (...args: Args<typeof membershipsSince>) => membershipsSince(db, ...args),
    writeStories: (...args: Args<typeof writeStories>) => writeStories(db, ...args),
    settledTo: () => settledTo(db),
    storyByKey: (...args: Args<typeof storyByKey>) => storyByKey(db, ...args),
    storyPage: (...args: Args<typeof storyPage>) => storyPage(db, ...args),
    storiesOfArticles: (...args: Args<typeof storiesOfArticles>) => storiesOfArticles(db, ...args),
    storyMembers: (...args: Args<typeof storyMembers>) => storyMembers(db, ...args),
    /** Of somebody who sees a part of the store only: of the whole store, every story is seen whole. */
    partlySeen: async (_: readonly string[]): Promise<ReadonlySet<string>> => new Set(),
    holdingLinks: (...args: Args<typeof holdingLinks>) => holdingLinks(db, ...args),
    storyConstraints: () => storyConstraints(db),
    addConstraints: (...args: Args<typeof addConstraints>) => addConstraints(db, ...args),
  }
}

/** Profiles, scores, digests, deliveries, and what a digest reads. */
function digestQueries(db: Db) {
  return {
    profileOf: (...args: Args<typeof profileOf>) => profileOf(db, ...args),
    changeProfile: (...args: Args<typeof changeProfile>) => changeProfile(db, ...args),
    recordEngagement: (...args: Args<typeof recordEngagement>) => recordEngagement(db, ...args),
    readerArticles: (...args: Args<typeof readerArticles>) => readerArticles(db, ...args),
    writeScores: (...args: Args<typeof writeScores>) => writeScores(db, ...args),
    scoresOf: (...args: Args<typeof scoresOf>) => scoresOf(db, ...args),
    scoresInWindow: (...args: Args<typeof scoresInWindow>) => scoresInWindow(db, ...args),
    bestScored: (...args: Args<typeof bestScored>) => bestScored(db, ...args),
    keepDigest: (...args: Args<typeof keepDigest>) => keepDigest(db, ...args),
    digestOn: (...args: Args<typeof digestOn>) => digestOn(db, ...args),
    digestsBefore: (...args: Args<typeof digestsBefore>) => digestsBefore(db, ...args),
    shownIn: (...args: Args<typeof shownIn>) => shownIn(db, ...args),
    claimDelivery: (...args: Args<typeof claimDelivery>) => claimDelivery(db, ...args),
    reclaimDelivery: (...args: Args<typeof reclaimDelivery>) => reclaimDelivery(db, ...args),
    reclaimDoubtful: (...args: Args<typeof reclaimDoubtful>) => reclaimDoubtful(db, ...args),
    settleDelivery: (...args: Args<typeof settleDelivery>) => settleDelivery(db, ...args),
    deliveries: (...args: Args<typeof deliveries>) => deliveries(db, ...args),
    doubtfulDeliveries: (...args: Args<typeof doubtfulDeliveries>) => doubtfulDeliveries(db, ...args),
    windowTotals: (...args: Args<typeof windowTotals>) => windowTotals(db, ...args),
    articleLines: (...args: Args<typeof articleLines>) => articleLines(db, ...args),
    printsOf: (...args: Args<typeof printsOf>) => printsOf(db, ...args),
    countStories: (...args: Args<typeof countStories>) => countStories(db, ...args),
    anythingSeen: (...args: Args<typeof anythingSeen>) => anythingSeen(db, ...args),
    membersOfStories: (...args: Args<typeof membersOfStories>) => membersOfStories(db, ...args),
    storiesByKey: (...args: Args<typeof storiesByKey>) => storiesByKey(db, ...args),
    textsOf: (...args: Args<typeof textsOf>) => textsOf(db, ...args),
    textsToScore: (...args: Args<typeof textsToScore>) => textsToScore(db, ...args),
    digestAfter: (...args: Args<typeof digestAfter>) => digestAfter(db, ...args),
    digestHeadOn: (...args: Args<typeof digestHeadOn>) => digestHeadOn(db, ...args),
    digestHeads: (...args: Args<typeof digestHeads>) => digestHeads(db, ...args),
  }
}

/** The search index and the events. */
function searchQueries(db: Db) {
  return {
    updateSearch: (...args: Args<typeof updateSearch>) => updateSearch(db, ...args),
    clearSearch: () => clearSearch(db),
    searchArticles: (...args: Args<typeof searchArticles>) => searchArticles(db, ...args),
    latestEvents: (...args: Args<typeof latestEvents>) => latestEvents(db, ...args),
    pruneEvents: (...args: Args<typeof pruneEvents>) => pruneEvents(db, ...args),
    pruneLiveEvents: (...args: Args<typeof pruneLiveEvents>) => pruneLiveEvents(db, ...args),
    events: (...args: Args<typeof events>) => events(db, ...args),
  }
}

/** The processes that share the store, and what they hand each other. */
function sharedQueries(db: Db) {
  return {
    databaseTime: () => databaseTime(db),
    beatWorker: (...args: Args<typeof beatWorker>) => beatWorker(db, ...args),
    listWorkers: (...args: Args<typeof listWorkers>) => listWorkers(db, ...args),
    removeSilentWorkers: (...args: Args<typeof removeSilentWorkers>) => removeSilentWorkers(db, ...args),
    removeWorker: (...args: Args<typeof removeWorker>) => removeWorker(db, ...args),
    handOverPolls: (...args: Args<typeof handOverPolls>) => handOverPolls(db, ...args),
    waitingPolls: (...args: Args<typeof waitingPolls>) => waitingPolls(db, ...args),
    settlePoll: (...args: Args<typeof settlePoll>) => settlePoll(db, ...args),
    takeSettledPolls: (...args: Args<typeof takeSettledPolls>) => takeSettledPolls(db, ...args),
    pruneSettledPolls: (...args: Args<typeof pruneSettledPolls>) => pruneSettledPolls(db, ...args),
    deadJobs: () => deadJobs(db),
    retryJobs: (...args: Args<typeof retryJobs>) => retryJobs(db, ...args),
    dropJobs: (...args: Args<typeof dropJobs>) => dropJobs(db, ...args),
  }
}

/** A query's arguments without the database. */
type Args<Query> = Query extends (db: Db, ...args: infer Rest) => unknown ? Rest : never
