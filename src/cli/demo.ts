import type { Command } from 'commander'
import type { FeedOverview } from '../app/feed-overview.ts'
import type { WorldPlay } from '../app/play-world.ts'
import type { PollReport } from '../app/poll-feed.ts'
import type { Article } from '../core/domain/article.ts'
import type { Event } from '../core/domain/event.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { startProgress } from './progress.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

interface DemoOptions extends CommonOptions {
  readonly seed: string
  readonly serve: boolean
}

/** What came of the demonstration, for showing. */
export interface DemoResult {
  readonly play: WorldPlay
  readonly feeds: readonly FeedOverview[]
  readonly articles: readonly (Article & { readonly id: number })[]
  readonly events: readonly Event[]
  readonly zone: string
  readonly days: number
  readonly database: string
}

/** Plays the world and gives what came of it; told of each poll and of the share of the world that has passed. */
export type PlayDemo = (
  options: { readonly seed: number; readonly database: string | null },
  onReport: (report: PollReport, passed: number) => void,
) => Promise<DemoResult>

/** Three days of a small invented world, read over real HTTP in seconds. */
export function demoCommand(act: Act, play: PlayDemo): Command {
  const command = newCommand('demo', 'Play three days of an invented world and show what came of them', [
    'demo',
    'demo --seed 7 --json',
  ])
  return command
    .option('--seed <number>', 'another order of arrival; the result must be the same', '1')
    .option('--no-serve', 'end when the days have passed')
    .action((options: DemoOptions) =>
      act(options, async (terminal) => {
        const seed = Number(options.seed)
        if (!Number.isInteger(seed)) throw new UserError(`--seed must be a whole number, got "${options.seed}"`)
        const started = performance.now()
        const progress = startProgress(terminal, 'polls', null)
        const result = await play({ seed, database: options.database ?? null }, (_, passed) => {
          progress.step(
            `${'█'.repeat(Math.round(passed * 20)).padEnd(20, '░')} ${Math.round(passed * 100)} % of three days`,
          )
        })
        progress.done()
        if (options.json) terminal.print(JSON.stringify(demoJson(result), null, 2))
        else terminal.print(story(result, (performance.now() - started) / 1000, terminal))
        return 0
      }),
    )
}

/** Nothing in it depends on the machine, the order of arrival or the database. */
function demoJson({ feeds, articles, events }: DemoResult) {
  const urlOf = new Map(feeds.map(({ feed, source }) => [feed.id, source.url]))
  return {
    articles: articles.map(({ id: _, feed, ...article }) => ({ source: urlOf.get(feed), ...article })),
    feeds: feeds.map(({ feed, source, health }) => {
      const { averageMs: _, ...judged } = health
      return {
        source: source.url,
        url: feed.url,
        previousUrls: feed.previousUrls,
        nextAt: feed.nextAt,
        nextReason: feed.nextReason,
        ...judged,
      }
    }),
    events: events.map(({ at, kind, subject, payload }) => {
      const source = urlOf.get(Number(subject.replace('feed:', '')))
      return { at, kind, source, payload }
    }),
  }
}

const SHOWN = 12

function story(result: DemoResult, seconds: number, terminal: Terminal): string {
  const { colors } = terminal
  const { play, feeds, articles, zone } = result
  const heads = [
    `${result.days} days of ${feeds.length} feeds went by in ${seconds.toFixed(0)} s, over real HTTP on this machine.`,
    `${play.polls} polls: ${play.added} new articles, ${play.revised} updated, ${play.duplicates} seen before; ${play.unchanged} polls found nothing new, ${play.failed} failed.`,
  ]
  const columns = [{ heading: 'PUBLISHED' }, { heading: 'SOURCE', shrinks: true }, { heading: 'TITLE', shrinks: true }]
  const rows = articles
    .slice(0, SHOWN)
    .map(({ published, sourceName, title }) => [localTime(published, zone), sourceName, title])
  return [
    ...heads,
    '',
    colors.bold('The newest articles'),
    ...tableLines(columns, rows, terminal.width),
    '',
    colors.bold('Feeds that need a look'),
    ...troubled(feeds, terminal.width),
    '',
    `All of it is in ${result.database}; look around with`,
    `  copytaster feeds health --database ${result.database}`,
    `  copytaster search 地震 --database ${result.database}`,
    '',
    colors.bold('Your own feeds'),
    '  npm start -- init                    writes a feeds.yaml to begin with',
    '  npm start -- feeds add ADDRESS       adds a site or a feed',
    '  npm start                            reads them, with a feeds.yaml in this folder',
  ].join('\n')
}

function troubled(feeds: readonly FeedOverview[], width: number): string[] {
  const rows = feeds
    .filter(({ health }) => health.state !== 'healthy')
    .map(({ name, health }) => [name, health.state, health.because])
  if (rows.length === 0) return ['None.']
  return tableLines(
    [{ heading: 'FEED', shrinks: true }, { heading: 'STATE' }, { heading: 'BECAUSE', shrinks: true }],
    rows,
    width,
  )
}
