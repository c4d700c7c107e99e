import type { Command } from 'commander'
import type { FeedOverview } from '../app/feed-overview.ts'
import type { WorldPlay } from '../app/play-world.ts'
import type { PollReport } from '../app/poll-report.ts'
import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import { digestFileName } from '../core/digest/render/render-file-name.ts'
import type { Article } from '../core/domain/article.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import type { Event } from '../core/domain/event.ts'
import type { Membership } from '../core/domain/story.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { FORMATS } from './digest.ts'
import type { Files } from './feeds-opml.ts'
import { startProgress } from './progress.ts'
import type { ExitCode } from './report-error.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

interface DemoOptions extends CommonOptions {
  readonly seed: string
  readonly serve: boolean
  readonly out?: string
}

/** The results of the demonstration. */
export interface DemoResult {
  readonly play: WorldPlay
  readonly feeds: readonly FeedOverview[]
  readonly articles: readonly (Article & { readonly id: number })[]
  readonly events: readonly Event[]
  readonly memberships: readonly Pick<Membership, 'article' | 'story' | 'copyOf'>[]
  /** Newest first. */
  readonly digests: readonly { readonly type: DigestType; readonly localDate: string; readonly digest: Digest }[]
  readonly rendered: (digest: Digest, format: DigestFormat) => Promise<string>
  readonly zone: string
  readonly days: number
  readonly database: string
}

/** The demonstration at a local address. */
export interface Served {
  readonly url: string
  readonly stopped: Promise<void>
  readonly close: () => Promise<void>
}

/** Serves the demonstration until it is stopped. */
export type ServeDemo = () => Promise<Served>

/**
 * Plays the world and passes the results to the callback; reports each poll and the share of the world's time that has
 * passed.
 */
export type PlayDemo = (
  options: { readonly seed: number; readonly database: string | null },
  onReport: (report: PollReport, passed: number) => void,
  work: (result: DemoResult, serve: ServeDemo) => Promise<ExitCode>,
) => Promise<ExitCode>

/** `demo`: three days of a small invented world, polled over real HTTP in seconds. */
export function demoCommand(
  act: Act,
  play: PlayDemo,
  { writeText, invocation }: Pick<Files, 'writeText'> & { readonly invocation: string },
): Command {
  const command = newCommand('demo', 'Play three days of an invented world and show the digest they end with', [
    'demo',
    'demo --no-serve --out digests',
    'demo --seed 7 --no-serve --json',
  ])
  return command
    .option('--seed <number>', 'another order of arrival; the result must be the same', '1')
    .option('--out <folder>', 'write the last digest there in every format')
    .option('--no-serve', 'do not serve it afterwards')
    .action((options: DemoOptions) =>
      act(options, async (terminal) => {
        const seed = Number(options.seed)
        if (!Number.isInteger(seed)) throw new UserError(`--seed must be a whole number, got "${options.seed}"`)
        const started = performance.now()
        const progress = startProgress(terminal, 'polls', null)
        const watch = (_: PollReport, passed: number) =>
          progress.step(
            `${'█'.repeat(Math.round(passed * 20)).padEnd(20, '░')} ${Math.round(passed * 100)} % of three days`,
          )
        return play({ seed, database: options.database ?? null }, watch, async (result, serve) => {
          progress.done()
          const written = options.out === undefined ? [] : await writeAll(result, options.out, writeText)
          if (options.json) terminal.printJson(demoJson(result), 2)
          else
            terminal.print(
              [
                ...story(result, (performance.now() - started) / 1000, terminal),
                ...nextSteps(result, invocation, terminal),
              ].join('\n'),
            )
          for (const file of written) terminal.say(`Written: ${file}`)
          if (options.serve && !options.json) await showing(serve, terminal)
          return 0
        })
      }),
    )
}

async function showing(serve: ServeDemo, terminal: Terminal): Promise<void> {
  const { url, stopped, close } = await serve()
  // Nothing behind the address: a terminal would take it for a part of it.
  terminal.say(`\nRead it at ${terminal.colors.bold(url)}\nIts news goes on; Ctrl-C ends the demonstration.`)
  await stopped
  await close()
}

async function writeAll(
  { digests, rendered }: DemoResult,
  folder: string,
  writeText: Files['writeText'],
): Promise<string[]> {
  const [last] = digests
  if (!last) return []
  const files: string[] = []
  for (const format of FORMATS) {
    files.push(`${folder}/${digestFileName(last.digest, format)}`)
    writeText(files.at(-1)!, await rendered(last.digest, format), true)
  }
  return files
}

/** Independent of the machine, the order of arrival and the database. */
function demoJson({ feeds, articles, events, memberships, digests }: DemoResult) {
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
    stories: storyLists(memberships),
    digests: digests.map(({ digest }) => digest),
  }
}

/** The articles of each story, and which of them are copies. */
function storyLists(memberships: DemoResult['memberships']) {
  const stories = new Map<string, { article: string; copyOf: string | null }[]>()
  for (const { article, story: key, copyOf } of memberships) {
    stories.set(key, [...(stories.get(key) ?? []), { article, copyOf }])
  }
  const lists = [...stories.values()].map((list) => list.sort((a, b) => (a.article < b.article ? -1 : 1)))
  return lists.filter((list) => list.length > 1).sort((a, b) => (a[0]!.article < b[0]!.article ? -1 : 1))
}

function story(result: DemoResult, seconds: number, terminal: Terminal): string[] {
  const { colors } = terminal
  const { play, feeds, memberships } = result
  const told = new Set(memberships.map((one) => one.story)).size
  const reprints = memberships.filter(({ copyOf }) => copyOf !== null).length
  return [
    `${counted(result.days, 'day')} of ${counted(feeds.length, 'feed')} went by in ${seconds.toFixed(0)} s, over real HTTP on this machine.`,
    `${counted(play.polls, 'poll')}: ${counted(play.added, 'new article')}, ${play.revised} updated, ${play.duplicates} seen before; ${counted(play.unchanged, 'poll')} found nothing new, ${play.failed} failed.`,
    `They tell ${counted(told, 'story', 'stories')}, with ${counted(reprints, 'reprint')}. Digests made at their hours: ${result.digests.length}.`,
    '',
    ...lastDigest(result, terminal),
    '',
    colors.bold('Feeds that need a look'),
    ...troubled(feeds, terminal.width),
    '',
  ]
}

/** Commands to copy. The invented days are past, so a digest of them needs their moment. */
function nextSteps({ database, digests }: DemoResult, invocation: string, { colors }: Terminal): string[] {
  const [last] = digests
  const at = last === undefined ? [] : [`digest --at ${new Date(last.digest.at).toISOString()}`]
  const looks = ['stories', 'why article 12', 'search 地震', ...at]
  const own: readonly (readonly [string, string])[] = [
    [`${invocation} init`, 'writes a feeds.yaml to begin with'],
    [`${invocation} feeds add ADDRESS`, 'adds a site or a feed'],
    [`${invocation} serve`, 'reads them and shows the news on a page'],
  ]
  return [
    `All of it is in ${database}, to look around in with`,
    ...looks.map((look) => `  ${invocation} ${look} --database ${database}`),
    '',
    colors.bold('Your own feeds'),
    ...own.map(([command, does]) => `  ${command.padEnd(36)} ${does}`),
  ]
}

/** The top stories of the last digest. */
function lastDigest({ digests, zone }: DemoResult, { colors, width }: Terminal): string[] {
  const [last] = digests
  if (!last) return []
  const columns = [
    { heading: 'SCORE', right: true },
    { heading: 'TREND', drops: true },
    { heading: 'TOPIC', shrinks: true },
    { heading: 'LEAD', main: true },
    { heading: 'SOURCES', right: true, drops: true },
  ]
  const rows = last.digest.topStories.map(({ score, trend, label, lead, related }) => [
    String(score),
    trend?.tag?.toLowerCase() ?? '',
    label,
    `${lead.title} (${lead.sourceName})`,
    String(related.newsrooms),
  ])
  const rest = last.digest.noteworthy.reduce((sum, { items }) => sum + items.length, 0)
  return [
    colors.bold(`The ${last.type} digest of ${localTime(last.digest.at, zone)}: top stories`),
    ...tableLines(columns, rows, width),
    `… ${rest} noteworthy, ${last.digest.alsoMentioned.length} also mentioned, ${last.digest.tabs.length} tabs`,
  ]
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
