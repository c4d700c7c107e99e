import type { FiledArticle } from '../../core/text/final-category.ts'
import { type Db, runText } from './dialect.ts'
import { inSteps } from './in-steps.ts'
import { versionBehind } from './version-behind.ts'

/** An article that older rules gave its final category, with what decides it. */
export interface OldCategory extends FiledArticle {
  readonly article: number
  readonly version: number
}

/** Articles with a final category of rules older than a version, the newest first. */
export async function oldCategories(db: Db, version: number, limit: number): Promise<OldCategory[]> {
  const behind = await versionBehind(db, FILED, version)
  const rows = behind === null ? [] : await runText<CategoryRow>(db, OLD, [behind, limit])
  return rows.map(({ id, final_category_version, rss_category, ...filed }) => {
    return { article: id, version: final_category_version, rssCategory: rss_category, ...filed }
  })
}

interface CategoryRow {
  readonly id: number
  readonly final_category_version: number
  readonly language: string | null
  readonly rss_category: string | null
  readonly title: string
  readonly description: string | null
}

// One version at a time: its rows lie in the index in the order of their articles.
const OLD = `select id, final_category_version, language, rss_category, title, description from article
  where language = 'zh' and final_category_version = ? order by id desc limit ?`
const FILED = { table: 'article', column: 'final_category_version', only: `language = 'zh'` } as const

/** A final category that was derived again. */
export interface NewCategory {
  readonly article: number
  readonly version: number
  /** The version it was found in: what somebody else wrote meanwhile stays. */
  readonly was: number
  readonly finalCategory: string | null
}

/** Writes final categories that were derived again in the place of the old. */
export async function renewCategories(db: Db, categories: readonly NewCategory[]): Promise<void> {
  await inSteps(
    db,
    categories.map(
      ({ article, version, was, finalCategory }) =>
        (tx) =>
          runText(tx, RENEW, [version, finalCategory, article, was]),
    ),
  )
}

const RENEW = `update article set final_category_version = ?, final_category = ?
  where id = ? and final_category_version = ?`
