import { type SqlBool, sql } from 'kysely'
import type { Print } from '../../core/domain/print.ts'
import { registrableDomain } from '../../core/text/registrable-domain.ts'
import { type ArticleScope, EVERY_ARTICLE } from './article-scope.ts'
import { toBytes, toHex } from './bytes.ts'
import type { Db } from './dialect.ts'

/** A member of a story, with what its part in the story depends on. */
export interface StoryMemberFacts
  extends Pick<Print, 'feed' | 'wordCount' | 'seen' | 'domain' | 'sourceName' | 'publisher' | 'language'> {
  readonly key: string
  readonly published: number
  readonly copyOf: string | null
  /** The owner that the settings name for its feed. */
  readonly owner: string | null
  /** Whether the one who asks may see it. */
  readonly isSeen: boolean
}

/** A link that holds a story together. */
export interface HoldingLink {
  readonly article: string
  readonly other: string
  readonly value: number
}

/** The most keys in one query. */
const AT_ONCE = 5_000

/** The members of stories by story, in the order of publication. */
export async function storyMembers(
  db: Db,
  stories: readonly string[],
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<Map<string, StoryMemberFacts[]>> {
  const found = new Map<string, StoryMemberFacts[]>()
  for (let from = 0; from < stories.length; from += AT_ONCE) {
    for (const [story, member] of await someMembers(db, stories.slice(from, from + AT_ONCE), scope)) {
      const known = found.get(story)
      if (known === undefined) found.set(story, [member])
      else known.push(member)
    }
  }
  return found
}

async function someMembers(
  db: Db,
  stories: readonly string[],
  scope: ArticleScope,
): Promise<(readonly [story: string, member: StoryMemberFacts])[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('article', 'article.id', 'membership.article_id')
    .innerJoin('feed', 'feed.id', 'article.feed_id')
    .innerJoin('source', 'source.id', 'feed.source_id')
    .select(['story_key', 'copy_of', 'article.key', 'article.feed_id', 'article.url', 'source_name', 'publisher'])
    .select(['published_at', 'first_seen_at', 'word_count', 'article.language', 'source.owner'])
    .select(sql<SqlBool>`case when ${scope('article', {})} then 1 else 0 end`.as('seen'))
    .where('story_key', 'in', stories)
    .orderBy('published_at')
    .orderBy('article.key')
    .execute()
  return rows.map((row) => [
    row.story_key,
    {
      key: toHex(row.key),
      feed: row.feed_id,
      domain: row.url === null ? null : registrableDomain(row.url),
      sourceName: row.source_name,
      publisher: row.publisher,
      language: row.language,
      published: row.published_at,
      seen: row.first_seen_at,
      wordCount: row.word_count,
      copyOf: row.copy_of && toHex(row.copy_of),
      isSeen: Number(row.seen) === 1,
      owner: row.owner,
    },
  ])
}

/** Those of some stories that are not seen whole: they have a member which may not be seen, or none at all. */
export async function partlySeen(db: Db, stories: readonly string[], scope: ArticleScope): Promise<Set<string>> {
  const found = new Set(stories)
  for (let from = 0; from < stories.length; from += AT_ONCE) {
    const some = stories.slice(from, from + AT_ONCE)
    const { rows } = await sql<{ story: string }>`select story from
      (select story_key as story, article_id as id from membership where story_key in (${sql.join(some)})) member
      group by story having min(case when ${scope('member', {})} then 1 else 0 end) = 1`.execute(db)
    for (const { story } of rows) found.delete(story)
  }
  return found
}

/** The links that hold articles in their stories, spare ones included, by the later article. */
export async function holdingLinks(db: Db, articles: readonly string[]): Promise<Map<string, HoldingLink[]>> {
  const found = new Map<string, HoldingLink[]>()
  for (let from = 0; from < articles.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('link')
      .select(['article_key', 'other_key', 'value'])
      .where('holds', '<>', 0)
      .where('article_key', 'in', articles.slice(from, from + AT_ONCE).map(toBytes))
      .execute()
    for (const row of rows) {
      const link = { article: toHex(row.article_key), other: toHex(row.other_key), value: row.value }
      found.set(link.article, [...(found.get(link.article) ?? []), link])
    }
  }
  return found
}
