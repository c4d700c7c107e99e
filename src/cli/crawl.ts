import { Command } from 'commander'
import { CrawlInputError } from '../core/crawl/crawl-input-error.ts'
import { parseCrawl } from '../core/crawl/parse-crawl.ts'
import type { CrawlFeed } from '../core/domain/crawl-story.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'

/** Reads a file, or standard input when it is called `-`. */
export type ReadText = (file: string) => Promise<string>

interface ParseOptions extends CommonOptions {
  readonly profile?: string
  readonly profiles?: string
  readonly crawlTime?: string
  readonly parserVersion?: string
}

/** What a crawler saved becomes news. */
export function crawlCommand(act: Act, readText: ReadText): Command {
  const command = new Command('crawl').description('Turn the saved pages of a crawl into a structured news feed')
  for (const sub of [parseCommand(act, readText)]) command.addCommand(sub.exitOverride())
  return command
}

function parseCommand(act: Act, readText: ReadText): Command {
  const command = newCommand('parse', 'A crawl result in, the structured news feed out', [
    'crawl parse crawl.json',
    'crawl parse - --profile scmp < crawl.json',
    'crawl parse crawl.json --profiles sites.json --profile harbour --crawl-time 2026-02-14T10:30:00Z',
  ])
  return command
    .argument('<file>', 'the crawl result, or - for standard input')
    .option('--profile <name>', 'the profile of the site (default: the one the crawl names, else generic)')
    .option('--profiles <file>', 'JSON file with profiles of your own')
    .option('--crawl-time <instant>', 'when the crawl ran, for dates such as "2 hours ago"')
    .option('--parser-version <version>', 'the version to write into the feed')
    .action((file: string, options: ParseOptions) =>
      act(options, async (terminal) => {
        const feed = await parseFile(file, options, readText)
        terminal.print(JSON.stringify(feed, null, options.json ? 0 : 2))
        terminal.say(summary(feed))
        return 0
      }),
    )
}

async function parseFile(file: string, options: ParseOptions, readText: ReadText): Promise<CrawlFeed> {
  const result = readJson(await readText(file), file === '-' ? 'standard input' : file)
  const profiles =
    options.profiles === undefined ? undefined : readJson(await readText(options.profiles), options.profiles)
  return parseCrawl(result, {
    profile: options.profile,
    profiles,
    crawlTimeUtc: options.crawlTime,
    parserVersion: options.parserVersion,
  })
}

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const trouble = (error as Error).message.replace(/\s+/g, ' ').slice(0, 120)
    throw new CrawlInputError(name, `is not JSON: ${trouble}`)
  }
}

function summary({ feed_meta: meta }: CrawlFeed): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return [
    `${meta.stories_extracted} ${meta.stories_extracted === 1 ? 'story' : 'stories'} from ${counted(meta.pages_crawled, 'page')}`,
    `${counted(meta.duplicates_removed, 'duplicate')} removed`,
    `${counted(meta.noise_lines_stripped, 'noise line')} stripped`,
    counted(meta.parse_warnings, 'warning'),
  ].join(', ')
}
