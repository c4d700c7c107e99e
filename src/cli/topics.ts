import type { Command } from 'commander'
import type { WindowAnalysis } from '../app/analyse-window.ts'
import type { Trend } from '../core/domain/topic.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { type DigestOptions, sayWhenNothingIsRead, wishOf } from './digest.ts'
import { tableLines } from './table.ts'
import { wholeNumber } from './whole-number.ts'

interface TopicsOptions extends CommonOptions, Pick<DigestOptions, 'window' | 'topics'> {
  readonly limit: string
}

/** `topics`: the topics of the window. */
export function topicsCommand(withApp: WithApp<'digests' | 'feeds'>): Command {
  return newReadingCommand('topics', 'The topics of the last day, most important first, with their trends', [
    'topics',
    'topics --window 7d --limit 50',
    'topics --topics 12 --json',
  ])
    .option('--window <time>', 'how far back, such as 90min, 24h or 7d (default: from the settings)')
    .option('--topics <n>', 'group into so many topics')
    .option('--limit <n>', 'how many at most', '20')
    .action((options: TopicsOptions) =>
      withApp(options, async (app, terminal) => {
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        const { windowMs, topics } = wishOf(options)
        const analysis = await app.digests.analyse(windowMs, topics)
        if (analysis.methodNote !== null) terminal.say(`Note: ${analysis.methodNote}.`)
        if (options.json) terminal.printJson(topicsJson(analysis, limit), 2)
        else if (analysis.topics.topics.length > 0)
          terminal.print(topicTable(analysis, limit, terminal.width).join('\n'))
        else {
          terminal.say(
            analysis.articles.length === 0
              ? 'Nothing was published in this window; `--window 7d` looks further back.'
              : 'Nothing in this window reaches the least importance.',
          )
          await sayWhenNothingIsRead(app.feeds, terminal)
        }
        return 0
      }),
    )
}

function topicsJson({ span, articles, topics }: WindowAnalysis, limit: number) {
  const byKey = new Map(articles.map((one) => [one.article.key, one]))
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    topics: topics.topics.slice(0, limit).map((topic) => ({
      ...topic,
      members: topic.members.map((key) => {
        const { article, score } = byKey.get(key)!
        return {
          id: article.id,
          key,
          title: article.title,
          url: article.url,
          source: article.sourceName,
          score: score?.value ?? null,
        }
      }),
    })),
    vanished: topics.vanished,
  }
}

function topicTable({ articles, topics }: WindowAnalysis, limit: number, width: number): string[] {
  const byKey = new Map(articles.map(({ article }) => [article.key, article]))
  const columns = [
    { heading: 'SCORE', right: true },
    { heading: 'ARTICLES', right: true, drops: true },
    { heading: 'TREND', drops: true },
    { heading: 'TOPIC', shrinks: true },
    { heading: 'LEAD', main: true },
  ]
  const rows = topics.topics.slice(0, limit).map((topic) => {
    const lead = byKey.get(topic.lead)!
    return [
      String(Math.round(topic.score)),
      String(topic.members.length),
      trendWords(topic.trend),
      topic.label,
      `${lead.id} ${lead.title} (${lead.sourceName})`,
    ]
  })
  const gone = topics.vanished
    .slice(0, 5)
    .map(({ label, before }) => `Gone since the window before: ${label} (${before})`)
  return [...tableLines(columns, rows, width), ...(gone.length === 0 ? [] : ['', ...gone])]
}

function trendWords(trend: Trend | null): string {
  return trend === null || trend.tag === null ? '' : `${trend.tag.toLowerCase()} ${trend.before}→${trend.now}`
}
