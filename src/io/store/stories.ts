import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { NewArticle } from '../../core/domain/admission.ts'
import { aboutArticles } from '../../core/domain/event.ts'
import type { Membership, RefinedStories, StoryConstraint } from '../../core/domain/story.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx, underAdmissionLock } from './dialect.ts'
import { insertEvents } from './events.ts'
import { chunksOf, inSteps, type Unit } from './in-steps.ts'
import { insertRows, type TableRows } from './insert-rows.ts'
import { changedLinks, replaceLinks } from './links.ts'
import type { MembershipRow, StoryRow } from './schema.ts'
import { type StoryPart, storyParts } from './story-parts.ts'

/** A stored story; its members are queried separately. */
export interface StoredStory {
  readonly key: string
  readonly lead: string
  readonly members: number
  readonly newsrooms: number
  readonly reprints: number
  readonly firstAt: number
  readonly lastAt: number
}

/** A membership as stored, with the article's id. */
export interface StoredMembership extends Membership {
  readonly articleId: number
  readonly since: number
}

/** A new article after it was stored, and when. */
export interface StoredNewcomer extends NewArticle {
  readonly id: number
  readonly at: number
  readonly scope: number
}

/** The preliminary stories of new articles: that of the article each was found beside, or one of its own. */
export function openedStories(articles: readonly StoredNewcomer[], stored: ReadonlyMap<string, string>): TableRows {
  const storyOf = new Map(stored)
  const rows = articles.map(({ id, article, beside, at }) => {
    const story = beside === null ? article.key : (storyOf.get(beside) ?? beside)
    storyOf.set(article.key, story)
    return toRow({ articleId: id, story, cause: 'online', copyOf: null, since: at })
  })
  return { table: 'membership', rows }
}

const STORIES_OF = `select key, story_key, article_id from article join membership on membership.article_id = article.id
  where key in (*)`

/** The stories of stored articles by their keys. */
export async function storiesOf(tx: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await runOnList<{ key: Uint8Array; story_key: string }>(tx, STORIES_OF, keys.map(toBytes))
  return new Map(rows.map((row) => [toHex(row.key), row.story_key]))
}

function toRow(one: Omit<StoredMembership, 'article'>): MembershipRow {
  return {
    article_id: one.articleId,
    story_key: one.story,
    cause: one.cause,
    copy_of: one.copyOf === null ? null : toBytes(one.copyOf),
    since: one.since,
  }
}

/** The most keys in one query. */
const AT_ONCE = 10_000

/** The memberships of articles by their keys. */
export async function memberships(db: Db, keys: readonly string[]): Promise<StoredMembership[]> {
  const found: StoredMembership[] = []
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const batch = keys.slice(from, from + AT_ONCE).map(toBytes)
    found.push(...(await membershipQuery(db).where('article.key', 'in', batch).execute()).map(toMembership))
  }
  return found
}

/** The members of a story, by publication, then key. */
export async function membersOf(db: Db, story: string): Promise<StoredMembership[]> {
  const query = membershipQuery(db).where('story_key', '=', story)
  return (await query.orderBy('published_at').orderBy('key').execute()).map(toMembership)
}

/** The memberships of all articles published since an instant. */
export async function membershipsSince(db: Db, since: number): Promise<StoredMembership[]> {
  return (await membershipQuery(db).where('published_at', '>=', since).execute()).map(toMembership)
}

/** A place in the order of publication and key. */
export interface PublicationPlace {
  readonly publishedAt: number
  /** Empty for the place before all articles of an instant. */
  readonly key: string
}

/** So many memberships behind a place, in the order of publication and key; those of a whole window would fill the memory at once. */
export async function membershipsBehind(
  db: Db,
  { publishedAt, key }: PublicationPlace,
  limit: number,
): Promise<(StoredMembership & { readonly publishedAt: number })[]> {
  const rows = await membershipQuery(db)
    .select('published_at')
    .where(sql<SqlBool>`(published_at, article.key) > (${publishedAt}, ${toBytes(key)})`)
    .orderBy('published_at')
    .orderBy('article.key')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toMembership(row), publishedAt: row.published_at }))
}

function membershipQuery(db: Db) {
  return db
    .selectFrom('membership')
    .innerJoin('article', 'article.id', 'membership.article_id')
    .selectAll('membership')
    .select('article.key')
}

function toMembership(row: MembershipRow & { key: Uint8Array }): StoredMembership {
  return {
    article: toHex(row.key),
    articleId: row.article_id,
    story: row.story_key,
    cause: row.cause as Membership['cause'],
    copyOf: row.copy_of && toHex(row.copy_of),
    since: row.since,
  }
}

const MEMBER_AGAIN = `on conflict (article_id) do update set story_key = excluded.story_key, cause = excluded.cause,
  copy_of = excluded.copy_of, since = case when membership.story_key = excluded.story_key then membership.since
  else excluded.since end`
const STORY_AGAIN = `on conflict (key) do update set lead_key = excluded.lead_key, members = excluded.members,
  newsrooms = excluded.newsrooms, reprints = excluded.reprints, first_at = excluded.first_at,
  last_at = excluded.last_at, settled_at = excluded.settled_at`
const ALIAS_AGAIN = 'on conflict (key) do update set story_key = excluded.story_key'

/** Rows that are written in one unit. */
const ROWS_A_UNIT = 16

const IDS = 'select id, key from article where key in (*)'

/** An article of which nothing but the cause changes keeps its entry in the index of stories, whose keys are hashes: each is on a page of its own. */
const SAME_STORY =
  'update membership set cause = ?, copy_of = null where article_id in (*) returning article_id, story_key'

/** Writes the memberships of articles that stay in their stories and copy nothing; gives the others, those that others have moved meanwhile among them. */
async function withoutStaying(
  tx: Tx,
  batch: readonly Membership[],
  before: StoriesBefore,
): Promise<readonly Membership[]> {
  const byCause = new Map<Membership['cause'], (Membership & { readonly id: number })[]>()
  for (const one of batch) {
    const stored = before.get(one.article)
    if (stored?.story !== one.story || one.copyOf !== null) continue
    byCause.set(one.cause, [...(byCause.get(one.cause) ?? []), { ...one, id: stored.articleId }])
  }
  const written = new Set<string>()
  for (const [cause, staying] of byCause) {
    const ids = staying.map(({ id }) => id)
    const rows = await runOnList<Pick<MembershipRow, 'article_id' | 'story_key'>>(tx, SAME_STORY, ids, [cause])
    const storyOf = new Map(rows.map((row) => [row.article_id, row.story_key]))
    for (const { id, article, story } of staying) if (storyOf.get(id) === story) written.add(article)
  }
  return batch.filter(({ article }) => !written.has(article))
}

/** Leaves out articles that no longer exist. */
async function memberRows(tx: Tx, batch: readonly Membership[], now: number): Promise<MembershipRow[]> {
  if (batch.length === 0) return []
  const keys = batch.map(({ article }) => toBytes(article))
  const rows = await runOnList<{ id: number; key: Uint8Array }>(tx, IDS, keys)
  const ids = new Map(rows.map(({ id, key }) => [toHex(key), id]))
  return batch.flatMap((one) => {
    const articleId = ids.get(one.article)
    return articleId === undefined ? [] : toRow({ ...one, articleId, since: now })
  })
}

/** The stored membership of an article before it is written. */
export type StoriesBefore = Pick<ReadonlyMap<string, Pick<StoredMembership, 'articleId' | 'story'>>, 'get'>

/**
 * Writes refined stories, up to a change of prints; articles deleted meanwhile are left out. The stories of a whole window take
 * seconds, so they come in parts between which no article moves, and are written in steps. Until the last one the store counts as not refined at all:
 * whoever is killed in between is followed by one who refines everything, and writes what is missing.
 *
 * @param known the stored memberships of all articles that are written; where it is left out, they are read
 */
export async function writeStories(
  db: Db,
  parts: Iterable<RefinedStories> | AsyncIterable<RefinedStories>,
  change: number,
  now: number,
  known?: StoriesBefore,
): Promise<void> {
  let units: Unit[] = [(tx) => setRefinedTo(tx, 0)]
  for await (const refined of parts) {
    const before = known ?? (await storiesBefore(db, refined.memberships))
    const moves = storyParts(refined, (article) => before.get(article)?.story, ROWS_A_UNIT)
    await inSteps(db, [...units, ...moves.map((part) => (tx: Tx) => writePart(tx, part, now, before))])
    const changed = await changedLinks(db, refined.linked, refined.links)
    units = changed.map((some) => (tx) => replaceLinks(tx, some))
  }
  // Found without the lock, which looking at every story would hold for too long.
  const empty = (await sql<{ key: string }>`select key from story where ${NO_MEMBER}`.execute(db)).rows
  const keysOf = (rows: typeof empty) => rows.map(({ key }) => key)
  await inSteps(db, [
    ...chunksOf(empty, ROWS_A_UNIT).map((some) => (tx: Tx) => removeIfEmpty(tx, keysOf([...some]))),
    ...units,
    (tx) => setRefinedTo(tx, change),
  ])
}

/** Articles whose stored stories are read in one query. */
const READ_AT_ONCE = 500

async function storiesBefore(db: Db, memberships: readonly Membership[]): Promise<StoriesBefore> {
  const before = new Map<string, Pick<StoredMembership, 'articleId' | 'story'>>()
  for (const some of chunksOf(memberships, READ_AT_ONCE)) {
    const keys = some.map(({ article }) => toBytes(article))
    const rows = await runOnList<Pick<MembershipRow, 'article_id' | 'story_key'> & { key: Uint8Array }>(
      db,
      STORIES_OF,
      keys,
    )
    for (const { key, story_key, article_id } of rows)
      before.set(toHex(key), { articleId: article_id, story: story_key })
    await setImmediate()
  }
  return before
}

async function setRefinedTo(tx: Tx, change: number): Promise<void> {
  await tx.updateTable('derived_cursor').set({ position: change }).where('name', '=', 'stories').execute()
}

/**
 * Every alias names a present story straight, so that none can lead in a circle: an id that is in use is no alias, and an alias of a
 * story that was merged since leads to the story that took it in.
 */
async function writePart(
  tx: Tx,
  { memberships, stories, aliases, touched }: StoryPart,
  now: number,
  before: StoriesBefore,
): Promise<void> {
  const formerIds = aliases.map(({ key }) => key)
  const others = await withoutStaying(tx, memberships, before)
  await insertRows(tx, 'membership', await memberRows(tx, others, now), MEMBER_AGAIN)
  await insertRows(
    tx,
    'story',
    stories.map((story) => storyRow(story, now)),
    STORY_AGAIN,
  )
  await insertRows(tx, 'story_alias', aliases, ALIAS_AGAIN)
  await runOnList(tx, LIVING, [...touched])
  await removeIfEmpty(tx, [...touched])
  await runOnList(tx, STRAIGHTEN, formerIds)
  await runOnList(tx, LEADS_NOWHERE, formerIds)
  // With the leads: a story that an article left changed too.
  const changed = new Set([...memberships.map(({ article }) => article), ...stories.map(({ lead }) => lead)])
  if (changed.size > 0)
    await insertEvents(tx, [
      { at: now, kind: 'stories.changed', subject: 'stories', payload: aboutArticles([...changed]) },
    ])
}

const LIVING = `delete from story_alias where exists (select 1 from membership where story_key = story_alias.key)
  and key in (*)`
const STRAIGHTEN = `update story_alias set story_key = next.story_key from story_alias as next
  where next.key = story_alias.story_key and next.key in (*)`
const LEADS_NOWHERE = `delete from story_alias where not exists (select 1 from story where story.key = story_alias.story_key)
  and story_alias.key in (*)`

function storyRow(story: RefinedStories['stories'][number], now: number): StoryRow {
  return {
    key: story.id,
    lead_key: toBytes(story.lead),
    members: story.members.length,
    newsrooms: story.newsrooms,
    reprints: story.reprints,
    first_at: story.firstAt,
    last_at: story.lastAt,
    settled_at: now,
  }
}

const NO_MEMBER = sql`not exists (select 1 from membership where story_key = story.key)`

/** Deletes all stories without articles, and the aliases that lead to none. */
export async function removeEmptyStories(tx: Tx): Promise<void> {
  await sql`delete from story where ${NO_MEMBER}`.execute(tx)
  await sql`delete from story_alias where not exists (select 1 from story where story.key = story_alias.story_key)`.execute(
    tx,
  )
}

const EMPTY = `delete from story where not exists (select 1 from membership where story_key = story.key) and key in (*)
  returning key`
const ALIASES_OF = 'delete from story_alias where story_key in (*)'

/** The same for some stories, which are looked at by their keys. */
export async function removeIfEmpty(tx: Tx, keys: readonly string[]): Promise<void> {
  const gone = (await runOnList<{ key: string }>(tx, EMPTY, keys)).map(({ key }) => key)
  // Those that lead to it are led on when it was merged: that alias is written first.
  const merged = await runOnList<{ key: string }>(tx, 'select key from story_alias where key in (*)', gone)
  const isMerged = new Set(merged.map(({ key }) => key))
  await runOnList(
    tx,
    ALIASES_OF,
    gone.filter((key) => !isMerged.has(key)),
  )
}

/** The last change of a print that the refined stories include. */
export async function settledTo(db: Db): Promise<number> {
  const row = await db.selectFrom('derived_cursor').select('position').where('name', '=', 'stories').executeTakeFirst()
  return row?.position ?? 0
}

/** A story by its id, or by an alias since it was merged; null when there is none, or it is not refined yet. */
export async function storyByKey(db: Db, key: string): Promise<StoredStory | null> {
  const own = await db.selectFrom('story').selectAll().where('key', '=', key).executeTakeFirst()
  if (own) return toStory(own)
  const member = db.selectFrom('membership').select('article_id').where('story_key', '=', key).limit(1)
  if (await member.executeTakeFirst()) return null
  const merged = db.selectFrom('story').innerJoin('story_alias', 'story_alias.story_key', 'story.key')
  const row = await merged.selectAll('story').where('story_alias.key', '=', key).executeTakeFirst()
  return row ? toStory(row) : null
}

const STORY_OF = `select article.key as article, story.* from article
  join membership on membership.article_id = article.id join story on story.key = membership.story_key
  where article.key in (*)`

/** The stories of articles by article; those not refined yet are left out. */
export async function storiesOfArticles(db: Db, articles: readonly string[]): Promise<Map<string, StoredStory>> {
  const rows = await runOnList<StoryRow & { article: Uint8Array }>(db, STORY_OF, articles.map(toBytes))
  return new Map(rows.map(({ article, ...row }) => [toHex(article), toStory(row)]))
}

/** The ids of up to `limit` stories with this prefix. */
export async function storyKeysFrom(db: Db, start: string, limit: number): Promise<string[]> {
  const query = db.selectFrom('story').select('key').where('key', '>=', start).where('key', '<', `${start}~`)
  return (await query.orderBy('key').limit(limit).execute()).map(({ key }) => key)
}

/** Selects stories. */
export interface StoryPage {
  readonly limit: number
  /** Stories with fewer members are left out. */
  readonly leastMembers?: number
  readonly since?: number
  /** Begun before this instant. */
  readonly until?: number
  /** Those that follow a story in this order. */
  readonly after?: StoryPosition | undefined
}

/** A place in the list of stories. */
export interface StoryPosition {
  readonly lastAt: number
  readonly key: string
}

/** Stories, the one with the newest article first. */
export async function storyPage(
  db: Db,
  { limit, leastMembers = 1, since, until, after }: StoryPage,
  skip = 0,
): Promise<StoredStory[]> {
  let query = db.selectFrom('story').selectAll().where('members', '>=', leastMembers)
  if (since !== undefined) query = query.where('last_at', '>=', since)
  if (until !== undefined) query = query.where('first_at', '<', until)
  if (after !== undefined)
    query = query
      .where('last_at', '<=', after.lastAt)
      .where((eb) => eb.or([eb('last_at', '<', after.lastAt), eb('key', '>', after.key)]))
  return (await query.orderBy('last_at', 'desc').orderBy('key').limit(limit).offset(skip).execute()).map(toStory)
}

export function toStory(row: StoryRow): StoredStory {
  return {
    key: row.key,
    lead: toHex(row.lead_key),
    members: row.members,
    newsrooms: row.newsrooms,
    reprints: row.reprints,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }
}

/** People's statements about pairs of articles, oldest first. */
export async function storyConstraints(db: Db): Promise<StoryConstraint[]> {
  const rows = await db.selectFrom('story_constraint').selectAll().orderBy('at').orderBy('id').execute()
  return rows.map((row) => ({
    kind: row.kind as StoryConstraint['kind'],
    a: toHex(row.a_key),
    b: toHex(row.b_key),
    at: row.at,
  }))
}

/** Stores statements about pairs of articles. */
export async function addConstraints(db: Db, constraints: readonly StoryConstraint[]): Promise<void> {
  await underAdmissionLock(db, async (tx) => {
    const rows = constraints.map(({ kind, a, b, at }) => ({ kind, a_key: toBytes(a), b_key: toBytes(b), at }))
    await insertRows(tx, 'story_constraint', rows)
  })
}
