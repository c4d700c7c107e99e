import type { Command } from 'commander'
import type { App } from '../app/app.ts'
import { articleJson } from './article-json.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

interface ArticlesOptions extends CommonOptions {
  readonly tab?: string
  readonly feed?: string
  readonly since?: string
  readonly limit: string
}

type Listed = Awaited<ReturnType<App['articles']>>[number]

/** What is stored, newest first. */
export function articlesCommand(withApp: WithApp): Command {
  const command = newCommand('articles', 'Stored articles, newest first', [
    'articles',
    'articles --tab zh_news --since 24h',
    'articles --feed "The Example" --limit 5 --json',
  ])
  return command
    .option('--tab <key>', 'only this tab')
    .option('--feed <feed>', 'only this feed: number, address or name')
    .option('--since <when>', 'published since: a day, an instant or 24h, 7d, 2w ago')
    .option('--limit <n>', 'how many at most', '20')
    .action((options: ArticlesOptions) =>
      withApp(options, async (app, terminal) => {
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        const { tab = null, feed = null, since = null } = options
        const articles = await app.articles({ tab, feed, since, limit })
        if (options.json) terminal.print(JSON.stringify(articles.map(storedJson), null, 2))
        else if (articles.length === 0) terminal.say('No articles.')
        else terminal.print(articleTable(articles, app.zone, terminal.width).join('\n'))
        return 0
      }),
    )
}

/** A stored article for a machine. */
export function storedJson({ updatedAt, ...article }: Listed): Record<string, unknown> {
  return { ...articleJson(article), updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString() }
}

/** A heading and a line for each article. */
export function articleTable(articles: readonly Listed[], zone: string | null, width: number): string[] {
  const columns = [
    { heading: 'NO', right: true },
    { heading: 'PUBLISHED' },
    { heading: 'SOURCE', shrinks: true },
    { heading: 'TITLE', shrinks: true },
  ]
  const rows = articles.map(({ id, published, sourceName, title, updatedAt }) => [
    String(id),
    localTime(published, zone),
    sourceName,
    updatedAt === null ? title : `${title} (updated)`,
  ])
  return tableLines(columns, rows, width)
}
