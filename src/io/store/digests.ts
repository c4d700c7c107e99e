import type { Digest, DigestType, ShownStory } from '../../core/domain/digest.ts'
import type { TopicSnapshot } from '../../core/domain/topic.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, underAdmissionLock } from './dialect.ts'
import { insertEvents } from './events.ts'
import { insertRows } from './insert-rows.ts'
import type { DigestRow } from './schema.ts'

/** A digest to be stored. */
export interface NewDigest {
  readonly reader: number
  readonly localDate: string
  readonly madeAt: number
  readonly digest: Digest
  /** The topics of its window, for the trends of the next. */
  readonly topics: readonly TopicSnapshot[]
  readonly shown: readonly ShownStory[]
}

/** A stored digest. */
export interface StoredDigest {
  readonly id: number
  readonly type: DigestType
  readonly localDate: string
  readonly at: number
  readonly digest: Digest
  readonly topics: readonly TopicSnapshot[]
}

/** Stores a digest once per type, reader and local date; an existing one is kept and returned. */
export async function keepDigest(db: Db, wanted: NewDigest): Promise<StoredDigest> {
  return underAdmissionLock(db, async (tx) => {
    const { digest, reader, localDate } = wanted
    const there = await digestOn(tx, reader, digest.type, localDate)
    if (there !== null) return there
    const row = {
      reader_id: reader,
      type: digest.type,
      local_date: localDate,
      at: digest.at,
      made_at: wanted.madeAt,
      value: JSON.stringify(digest),
      topics: JSON.stringify(wanted.topics),
    }
    const [{ id }] = (await insertRows(tx, 'digest', [row], 'returning id')) as [{ id: number }]
    const stories = wanted.shown.map(({ story, rank, articles, newest, newestSeenAt, at }) => ({
      digest_id: id,
      story_key: story,
      rank,
      articles,
      newest_key: toBytes(newest),
      newest_seen_at: newestSeenAt,
      shown_at: at,
    }))
    await insertRows(tx, 'digest_story', stories)
    const payload = { type: digest.type, localDate }
    await insertEvents(tx, [{ at: wanted.madeAt, kind: 'digest.made', subject: `digest:${id}`, payload, reader }])
    return { id, type: digest.type, localDate, at: digest.at, digest, topics: wanted.topics }
  })
}

/** The digest of a type on a local date; null when there is none. */
export async function digestOn(
  db: Db,
  reader: number,
  type: DigestType,
  localDate: string,
): Promise<StoredDigest | null> {
  const row = await db
    .selectFrom('digest')
    .selectAll()
    .where('reader_id', '=', reader)
    .where('type', '=', type)
    .where('local_date', '=', localDate)
    .executeTakeFirst()
  return row ? toDigest(row) : null
}

/** The same without its content, which is long: enough to know that it was made. */
export async function digestHeadOn(
  db: Db,
  reader: number,
  type: DigestType,
  localDate: string,
): Promise<DigestHead | null> {
  const row = await db
    .selectFrom('digest')
    .select(HEAD)
    .where('reader_id', '=', reader)
    .where('type', '=', type)
    .where('local_date', '=', localDate)
    .executeTakeFirst()
  return row ? toHead(row) : null
}

/** The digests of a reader for instants before this one, newest first; only those of a type where one is given. */
export async function digestsBefore(
  db: Db,
  reader: number,
  before: number,
  limit: number,
  type: DigestType | null = null,
): Promise<StoredDigest[]> {
  const rows = await db
    .selectFrom('digest')
    .selectAll()
    .where('reader_id', '=', reader)
    .where('at', '<', before)
    .$if(type !== null, (some) => some.where('type', '=', type!))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDigest)
}

/** The identity of a digest without its content. */
export type DigestHead = Pick<StoredDigest, 'id' | 'type' | 'localDate' | 'at'>

/** The same, newest first, without their content. */
export async function digestHeads(db: Db, reader: number, before: number, limit: number): Promise<DigestHead[]> {
  const rows = await db
    .selectFrom('digest')
    .select(HEAD)
    .where('reader_id', '=', reader)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toHead)
}

/** The digest after another, if there is one yet. */
export async function digestAfter(
  db: Db,
  reader: number,
  { at, id }: Pick<DigestHead, 'at' | 'id'>,
): Promise<DigestHead | null> {
  const row = await db
    .selectFrom('digest')
    .select(HEAD)
    .where('reader_id', '=', reader)
    .where((eb) => eb.or([eb('at', '>', at), eb.and([eb('at', '=', at), eb('id', '>', id)])]))
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? toHead(row) : null
}

const HEAD = ['id', 'type', 'local_date', 'at'] as const

const toHead = ({
  id,
  type,
  local_date,
  at,
}: { id: number } & Pick<DigestRow, 'type' | 'local_date' | 'at'>): DigestHead => ({
  id,
  type: type as DigestType,
  localDate: local_date,
  at,
})

/** The stories that a digest showed. */
export async function shownIn(db: Db, digest: number): Promise<ShownStory[]> {
  const rows = await db.selectFrom('digest_story').selectAll().where('digest_id', '=', digest).orderBy('rank').execute()
  return rows.map((row) => ({
    story: row.story_key,
    rank: row.rank,
    articles: row.articles,
    newest: toHex(row.newest_key),
    newestSeenAt: row.newest_seen_at,
    at: row.shown_at,
  }))
}

function toDigest(row: { id: number } & Omit<DigestRow, 'id'>): StoredDigest {
  return {
    id: row.id,
    type: row.type as DigestType,
    localDate: row.local_date,
    at: row.at,
    digest: JSON.parse(row.value) as Digest,
    topics: JSON.parse(row.topics),
  }
}
