import type { Command } from 'commander'
import type { ListedArticle } from '../app/list-articles.ts'
import { UserError } from '../core/domain/user-error.ts'
import { articleJson } from './article-json.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

interface ArticlesOptions extends CommonOptions {
  readonly tab?: string
  readonly feed?: string
  readonly since?: string
  readonly limit: string
  readonly sort: string
}

type Listed = Omit<ListedArticle, 'score'> & { readonly score?: number | null }

/** What is stored, newest first. */
export function articlesCommand(withApp: WithApp<'articles' | 'zone'>): Command {
  const command = newReadingCommand('articles', 'Stored articles, newest or most important first', [
    'articles',
    'articles --sort importance --since 24h',
    'articles --tab zh_news --since 24h',
    'articles --feed "The Example" --limit 5 --json',
  ])
  return command
    .option('--tab <tab>', 'only this tab: key or name')
    .option('--feed <feed>', 'only this feed: number, address or name')
    .option('--since <when>', 'published since: a day, an instant, or 90min, 24h, 7d ago')
    .option('--sort <order>', 'newest or importance', 'newest')
    .option('--limit <n>', 'how many at most', '20')
    .action((options: ArticlesOptions) =>
      withApp(options, async (app, terminal) => {
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        const { tab = null, feed = null, since = null } = options
        const { sort } = options
        if (sort !== 'newest' && sort !== 'importance') {
          throw new UserError(`--sort must be newest or importance, got "${sort}"`)
        }
        const articles = await app.articles.list({ tab, feed, since, limit, sort })
        if (options.json) terminal.printJson(articles.map(storedJson), 2)
        else if (articles.length === 0) {
          terminal.say(sort === 'newest' ? 'No articles.' : 'Nothing is scored yet: `copytaster digest` does that.')
        } else terminal.print(articleTable(articles, app.zone, terminal.width).join('\n'))
        return 0
      }),
    )
}

/** A stored article as JSON. */
export function storedJson({ updatedAt, ...article }: Listed): Record<string, unknown> {
  return { ...articleJson(article), updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString() }
}

/** A table with one line per article. */
export function articleTable(articles: readonly Listed[], zone: string | null, width: number): string[] {
  const isScored = articles.some(({ score }) => score != null)
  const columns = [
    { heading: 'NO', right: true },
    ...(isScored ? [{ heading: 'SCORE', right: true }] : []),
    { heading: 'PUBLISHED', drops: true },
    { heading: 'SOURCE', shrinks: true },
    { heading: 'TITLE', main: true },
  ]
  const rows = articles.map(({ id, published, sourceName, title, updatedAt, score }) => [
    String(id),
    ...(isScored ? [score == null ? '' : String(Math.round(score))] : []),
    localTime(published, zone),
    sourceName,
    updatedAt === null ? title : `${title} (updated)`,
  ])
  return tableLines(columns, rows, width)
}
