import { sql } from 'kysely'
import type { NewArticle } from '../../core/domain/admission.ts'
import type { Membership, RefinedStories, StoryConstraint } from '../../core/domain/story.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx, underAdmissionLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { writeLinks } from './links.ts'
import type { MembershipRow, StoryRow } from './schema.ts'

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

/** Gives new articles a preliminary story: that of the article each was found beside, or one of its own. */
export async function openStories(tx: Tx, articles: readonly StoredNewcomer[]): Promise<void> {
  const storyOf = await storiesOf(tx, [...new Set(articles.flatMap(({ beside }) => beside ?? []))])
  const rows = articles.map(({ id, article, beside, at }) => {
    const story = beside === null ? article.key : (storyOf.get(beside) ?? beside)
    storyOf.set(article.key, story)
    return toRow({ articleId: id, story, cause: 'online', copyOf: null, since: at })
  })
  await insertRows(tx, 'membership', rows)
}

const STORIES_OF = `select key, story_key from article join membership on membership.article_id = article.id
  where key in (*)`

async function storiesOf(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
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

function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += AT_ONCE) yield list.slice(from, from + AT_ONCE)
}

/** Leaves out articles that no longer exist. */
async function memberRows(tx: Tx, batch: readonly Membership[], now: number): Promise<MembershipRow[]> {
  const stored = await memberships(
    tx,
    batch.map(({ article }) => article),
  )
  const ids = new Map(stored.map((one) => [one.article, one.articleId]))
  return batch.flatMap((one) => {
    const articleId = ids.get(one.article)
    return articleId === undefined ? [] : toRow({ ...one, articleId, since: now })
  })
}

/** Writes refined stories, up to a change of prints; articles deleted meanwhile are left out. */
export async function writeStories(db: Db, settled: RefinedStories, change: number, now: number): Promise<void> {
  await underAdmissionLock(db, async (tx) => {
    // In batches: all rows of a first window at once would take as much memory as the window.
    for (const batch of batchesOf(settled.memberships))
      await insertRows(tx, 'membership', await memberRows(tx, batch, now), MEMBER_AGAIN)
    for (const batch of batchesOf(settled.stories))
      await insertRows(
        tx,
        'story',
        batch.map((story) => storyRow(story, now)),
        STORY_AGAIN,
      )
    const aliases = [...settled.aliases].map(([key, story_key]) => ({ key, story_key }))
    await insertRows(tx, 'story_alias', aliases, ALIAS_AGAIN)
    await straightenAliases(tx)
    await removeEmptyStories(tx)
    await writeLinks(tx, settled.linked, settled.links)
    await tx.updateTable('derived_cursor').set({ position: change }).where('name', '=', 'stories').execute()
  })
}

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

/** Deletes stories without articles, and the aliases that lead to none. */
export async function removeEmptyStories(tx: Tx): Promise<void> {
  await sql`delete from story where not exists (select 1 from membership where story_key = story.key)`.execute(tx)
  await sql`delete from story_alias where not exists (select 1 from story where story.key = story_alias.story_key)`.execute(
    tx,
  )
}

/**
 * Makes every alias name a present story straight, so that none can lead in a circle: an id that is in use is no alias, and an
 * alias of a story that was merged since leads to the story that took it in.
 */
async function straightenAliases(tx: Tx): Promise<void> {
  await sql`delete from story_alias where exists (select 1 from membership where story_key = story_alias.key)`.execute(
    tx,
  )
  await sql`update story_alias set story_key = next.story_key from story_alias as next
    where next.key = story_alias.story_key`.execute(tx)
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
}

/** Stories, the one with the newest article first. */
export async function storyPage(
  db: Db,
  { limit, leastMembers = 1, since, until }: StoryPage,
  skip = 0,
): Promise<StoredStory[]> {
  let query = db.selectFrom('story').selectAll().where('members', '>=', leastMembers)
  if (since !== undefined) query = query.where('last_at', '>=', since)
  if (until !== undefined) query = query.where('first_at', '<', until)
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
