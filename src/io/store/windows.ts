import type { Selectable } from 'kysely'
import type { PrintBytes } from '../../core/domain/admission.ts'
import { type ArticleScope, EVERY_ARTICLE } from './article-scope.ts'
import type { StoredArticle } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, hexOf, mapRows, runOnList } from './dialect.ts'
import type { ArticleRow, MembershipRow, StoryRow } from './schema.ts'
import { type StoredStory, toStory } from './stories.ts'

/** The span of a digest, and how long before it an article first seen in it may have been published. */
export interface DigestWindow {
  readonly from: number
  readonly to: number
  readonly lateMs: number
}

/** An article without its text, with its story: the texts of a window are larger than all the rest. */
export interface ArticleLine
  extends Pick<
    StoredArticle,
    | 'id'
    | 'key'
    | 'feed'
    | 'tab'
    | 'rssCategory'
    | 'finalCategory'
    | 'sourceName'
    | 'language'
    | 'title'
    | 'url'
    | 'published'
    | 'firstSeen'
    | 'dateUncertain'
    | 'description'
    | 'wordCount'
    | 'partialContent'
    | 'contentHash'
    | 'updatedAt'
  > {
  /** The id of its story. */
  readonly story: string
  readonly copyOf: string | null
}

/** Articles published in a window, or first seen in it and published not long before; by publication, then key. */
export async function articleLines(
  db: Db,
  window: DigestWindow,
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<ArticleLine[]> {
  const intern = createInterning()
  const query = linesIn(db, window, scope).select(COLUMNS).select(hexOf(db, 'article.key').as('hex'))
  return mapRows(db, query.compile(), (row) => {
    return {
      id: row.id,
      key: row.hex,
      feed: row.feed_id,
      sourceName: intern(row.source_name),
      language: intern(row.language),
      title: row.title,
      url: row.url,
      published: row.published_at,
      story: row.story_key ?? row.hex,
      copyOf: row.copy_of && toHex(row.copy_of),
      tab: intern(row.tab),
      rssCategory: intern(row.rss_category),
      finalCategory: intern(row.final_category),
      firstSeen: row.first_seen_at,
      dateUncertain: row.date_uncertain === 1,
      description: row.description,
      wordCount: row.word_count,
      partialContent: row.partial_content === 1,
      contentHash: row.content_hash,
      updatedAt: row.updated_at,
    }
  })
}

/** String interning: the names of a few hundred sources come with a hundred thousand articles. */
function createInterning(): <Text extends string | null>(text: Text) => Text {
  const known = new Map<string, string>()
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const first = known.get(text)
    if (first === undefined) known.set(text, text)
    return (first ?? text) as Text
  }
}

const COLUMNS = [
  'id',
  'feed_id',
  'source_name',
  'language',
  'title',
  'url',
  'published_at',
  'story_key',
  'copy_of',
  'tab',
  'rss_category',
  'final_category',
  'first_seen_at',
  'date_uncertain',
  'description',
  'word_count',
  'partial_content',
  'content_hash',
  'updated_at',
] as const

/** The fields of an article that show its subject. */
export type SubjectLine = StoryMember & Pick<ArticleLine, 'id' | 'sourceName' | 'language' | 'title'>

function linesIn(db: Db, window: DigestWindow, scope: ArticleScope) {
  return inWindow(db, window)
    .where(scope('article', {}))
    .leftJoin('membership', 'membership.article_id', 'article.id')
    .orderBy('published_at')
    .orderBy('key')
}

/** The prints of articles by id; unordered, and deleted articles are left out. */
export async function printsOf(
  db: Db,
  articles: readonly number[],
): Promise<(PrintBytes & { readonly article: number })[]> {
  const rows = await runOnList<PrintRow>(db, PRINTS, articles)
  return rows.map(({ article_id, version, value }) => ({ article: article_id, version, value: bytesOf(value) }))
}

type PrintRow = { readonly article_id: number; readonly version: number; readonly value: Uint8Array }

const PRINTS = 'select article_id, version, value from print where article_id in (*)'

/** What a score reads of an article: its texts, those of its page where they are there. */
export interface TextsToScore {
  readonly id: number
  readonly contentHash: string
  readonly body: string | null
  readonly text: string | null
  readonly pageFetchedAt: number | null
}

/** The texts of articles by id; unordered, and deleted articles are left out. */
export async function textsToScore(db: Db, articles: readonly number[]): Promise<TextsToScore[]> {
  const rows = await runOnList<TextsRow>(db, TEXTS_TO_SCORE, articles)
  return rows.map((row) => {
    const hasPage = row.page_text !== null
    return {
      id: row.id,
      contentHash: row.content_hash,
      body: hasPage ? row.page_html : row.html,
      text: hasPage ? row.page_text : row.text,
      pageFetchedAt: hasPage ? Number(row.fetched_at) : null,
    }
  })
}

interface TextsRow {
  readonly id: number
  readonly content_hash: string
  readonly html: string | null
  readonly text: string | null
  readonly page_html: string | null
  readonly page_text: string | null
  readonly fetched_at: number | null
}

const TEXTS_TO_SCORE = `select article.id, article.content_hash, article_body.html, article_body.text, full_text.html as page_html,
  full_text.text as page_text, full_text.fetched_at
  from article join article_body on article_body.article_id = article.id
  left join full_text on full_text.article_id = article.id where article.id in (*)`

/** Views the drivers' byte types as plain Uint8Array, without copying. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The articles of a window. */
export const inWindow = (db: Db, { from, to, lateMs }: DigestWindow) =>
  db
    .selectFrom('article')
    .where('published_at', '>=', from - lateMs)
    .where('published_at', '<', to)
    .where('first_seen_at', '<', to)
    .where('backlog', '=', 0)
    .where((eb) => eb.or([eb('published_at', '>=', from), eb('first_seen_at', '>=', from)]))

/** Whether an article was first seen in a span. */
export async function anythingSeen(
  db: Db,
  from: number,
  to: number,
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<boolean> {
  const query = db
    .selectFrom('article')
    .select('id')
    .where('first_seen_at', '>=', from)
    .where('first_seen_at', '<', to)
    .where(scope('article', {}))
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** How many stories have an article in a window; copies do not count. */
export async function countStories(db: Db, window: DigestWindow, scope: ArticleScope = EVERY_ARTICLE): Promise<number> {
  const { stories } = await inWindow(db, window)
    .innerJoin('membership', 'membership.article_id', 'article.id')
    .where('copy_of', 'is', null)
    .where(scope('article', {}))
    .select((eb) => eb.fn.count<number | string>('story_key').distinct().as('stories'))
    .executeTakeFirstOrThrow()
  return Number(stories)
}

/** An article of a story without its text. */
export type StoryMember = Pick<ArticleLine, 'key' | 'feed' | 'url' | 'published' | 'story' | 'copyOf'>

/** The articles of stories published in a span; unordered. */
export async function membersOfStories(
  db: Db,
  stories: readonly string[],
  { from, to }: Pick<DigestWindow, 'from' | 'to'>,
): Promise<StoryMember[]> {
  const rows = await runOnList<MemberRow>(db, MEMBERS_OF_STORIES, stories, [from, to])
  return rows.map((row) => ({
    key: toHex(row.key),
    feed: row.feed_id,
    url: row.url,
    published: row.published_at,
    story: row.story_key,
    copyOf: row.copy_of && toHex(row.copy_of),
  }))
}

type MemberRow = Pick<Selectable<ArticleRow>, 'key' | 'feed_id' | 'url' | 'published_at'> &
  Pick<Selectable<MembershipRow>, 'story_key' | 'copy_of'>

/** A cross join keeps SQLite from beginning with all articles of the span. */
const MEMBERS_OF_STORIES = `select key, feed_id, url, published_at, story_key, copy_of
  from membership cross join article
  where article.id = membership.article_id and published_at >= ? and published_at < ? and story_key in (*)`

/** Stories by their present ids; those not refined yet are left out. */
export async function storiesByKey(db: Db, keys: readonly string[]): Promise<StoredStory[]> {
  return (await runOnList<StoryRow>(db, STORIES, keys)).map(toStory)
}

const STORIES = 'select * from story where key in (*)'

/** The texts of articles by key; deleted articles are left out. */
export async function textsOf(db: Db, keys: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await runOnList<{ key: Uint8Array; text: string | null }>(db, TEXTS, keys.map(toBytes))
  return new Map(rows.map(({ key, text }) => [toHex(key), text]))
}

const TEXTS = `select key, text from article join article_body on article_body.article_id = article.id where key in (*)`
