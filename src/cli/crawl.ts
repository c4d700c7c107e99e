import { Command } from 'commander'
import type { Articles } from '../app/articles.ts'
import type { IngestReport } from '../app/ingest-crawl.ts'
import { CrawlInputError } from '../core/crawl/crawl-input-error.ts'
import type { ParseCrawlOptions } from '../core/crawl/parse-crawl.ts'
import type { CrawlFeed } from '../core/domain/crawl-story.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand, newReaderCommand } from './command.ts'

/** Reads a file; `-` is standard input. */
export type ReadText = (file: string) => Promise<string>

interface ParseOptions extends CommonOptions {
  readonly profile?: string
  readonly profiles?: string
  readonly crawlTime?: string
  readonly parserVersion?: string
}

/** Stores a crawl's stories, having opened the store for it. */
export type IngestCrawl = (
  request: Parameters<Articles['ingestCrawl']>[0],
  options: CommonOptions,
) => Promise<IngestReport>

interface IngestOptions extends ParseOptions {
  readonly tab?: string
  readonly newTab?: boolean
}

/** `crawl`: turns what a crawler saved into articles. */
export function crawlCommand(act: Act, readText: ReadText, ingest: IngestCrawl): Command {
  const command = new Command('crawl').description('Turn the saved pages of a crawl into a structured news feed')
  for (const sub of [parseCommand(act, readText), ingestCommand(act, readText, ingest)]) {
    command.addCommand(sub.exitOverride())
  }
  return command
}

function parseCommand(act: Act, readText: ReadText): Command {
  const command = newCommand('parse', 'Convert a crawl result to a structured news feed', [
    'crawl parse crawl.json',
    'crawl parse - --profile scmp < crawl.json',
    'crawl parse crawl.json --profiles sites.json --profile harbour --crawl-time 2026-02-14T10:30:00Z',
  ])
  return withCrawlOptions(command).action((file: string, options: ParseOptions) =>
    act(options, async (terminal) => {
      const { result, options: wanted } = await readInput(file, options, readText)
      const { parseCrawl } = await import('../core/crawl/parse-crawl.ts')
      const feed = parseCrawl(result, wanted)
      terminal.printJson(feed, options.json ? 0 : 2)
      terminal.say(summary(feed))
      return 0
    }),
  )
}

function ingestCommand(act: Act, readText: ReadText, ingest: IngestCrawl): Command {
  const command = newReaderCommand('ingest', 'Store the stories of a crawl result as articles', [
    'crawl ingest crawl.json --tab en_news',
    'crawl ingest - --profile scmp --json < crawl.json',
  ])
  return withCrawlOptions(command)
    .option('--tab <tab>', 'tab to file the stories under')
    .option('--new-tab', 'the tab may be a new one')
    .action((file: string, options: IngestOptions) =>
      act(options, async (terminal) => {
        const input = await readInput(file, options, readText)
        const report = await ingest({ ...input, tab: options.tab ?? null, newTab: options.newTab === true }, options)
        if (options.json) terminal.printJson(ingestJson(report))
        else terminal.print(ingestLine(report))
        terminal.say(summary(report.crawl))
        return 0
      }),
    )
}

function withCrawlOptions(command: Command): Command {
  return command
    .argument('<file>', 'the crawl result, or - for standard input')
    .option('--profile <name>', 'the profile of the site (default: the one the crawl names, else generic)')
    .option('--profiles <file>', 'JSON file with profiles of your own')
    .option('--crawl-time <instant>', 'when the crawl ran, for dates such as "2 hours ago"')
    .option('--parser-version <version>', 'the version to write into the feed')
}

async function readInput(file: string, options: ParseOptions, readText: ReadText) {
  const text = await readText(file)
  const result = readJson(text, file === '-' ? 'standard input' : file)
  const profiles =
    options.profiles === undefined ? undefined : readJson(await readText(options.profiles), options.profiles)
  const { profile, crawlTime: crawlTimeUtc, parserVersion } = options
  const wanted: ParseCrawlOptions = { profile, profiles, crawlTimeUtc, parserVersion }
  return { result, options: wanted, bytes: Buffer.byteLength(text) }
}

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const trouble = (error as Error).message.replace(/\s+/g, ' ').slice(0, 120)
    throw new CrawlInputError(name, `is not JSON: ${trouble}`)
  }
}

function ingestLine({ crawl: { stories }, count }: IngestReport): string {
  const { added, revised, duplicates } = count
  const noun = stories.length === 1 ? 'story' : 'stories'
  return `${stories.length} ${noun}: ${added} new, ${revised} updated, ${duplicates} seen before`
}

/** The structured news feed, and how many of its stories were stored. */
function ingestJson({ feed, crawl, count }: IngestReport): Record<string, unknown> {
  return { ingest: { feed: feed.id, url: feed.url, ...count }, ...crawl }
}

function summary({ feed_meta: meta }: CrawlFeed): string {
  return [
    `${meta.stories_extracted} ${meta.stories_extracted === 1 ? 'story' : 'stories'} from ${counted(meta.pages_crawled, 'page')}`,
    `${counted(meta.duplicates_removed, 'duplicate')} removed`,
    `${counted(meta.noise_lines_stripped, 'noise line')} stripped`,
    counted(meta.parse_warnings, 'warning'),
  ].join(', ')
}
