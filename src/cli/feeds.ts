import { Command } from 'commander'
import type { App } from '../app/app.ts'
import type { FoundFeed } from '../app/discover.ts'
import type { FeedDetail, FeedOverview } from '../app/feed-overview.ts'
import type { Feeds, SourceOptions } from '../app/feeds.ts'
import type { PollMark } from '../core/domain/health.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { feedUrl } from '../core/text/feed-url.ts'
import { carriesPassword, withLoginOf } from '../core/text/login.ts'
import { type CommonOptions, newCommand, newReaderCommand, newReadingCommand, type WithApp } from './command.ts'
import { exportCommand, type Files, importCommand } from './feeds-opml.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { localTime, relativeTime } from './times.ts'

type FeedsApp = WithApp<'feeds' | 'now' | 'zone'>

interface FeedsApps {
  readonly withApp: FeedsApp
  /** Makes no database where there is none. */
  readonly looking: FeedsApp
}

/** Sources and feeds: list, add, remove, import, export, show, health, discover. */
export function feedsCommand({ withApp, looking }: FeedsApps, files: Files): Command {
  const command = new Command('feeds').description('List, add, remove, import, export and look at feeds')
  const commands = [
    listCommand(looking),
    addCommand(withApp, files),
    removeCommand(looking),
    hideCommand(looking),
    unhideCommand(looking),
    showCommand(looking),
    healthCommand(looking),
    discoverCommand(looking),
    importCommand(withApp, files),
    exportCommand(looking, files),
  ]
  for (const sub of commands) command.addCommand(sub)
  return command
}

/** What is said where there are no feeds. */
export const NO_FEEDS = 'No feeds yet; `copytaster feeds add ADDRESS` adds one.'

function listCommand(withApp: FeedsApp): Command {
  return newReadingCommand('list', 'All feeds with their tabs and states', ['feeds list', 'feeds list --json']).action(
    (options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const feeds = await app.feeds.list()
        if (options.json) terminal.printJson(feeds.map(feedJson), 2)
        else if (feeds.length === 0) terminal.print(NO_FEEDS)
        else terminal.print(listTable(feeds, terminal.width))
        return 0
      }),
  )
}

function listTable(feeds: readonly FeedOverview[], width: number): string {
  const columns = [
    { heading: 'NO', right: true },
    { heading: 'NAME', shrinks: true },
    { heading: 'TAB', shrinks: true },
    { heading: 'STATE' },
    { heading: 'ADDRESS', shrinks: true },
  ]
  const rows = feeds.map(({ feed, source, name, health }) => [
    String(feed.id),
    name,
    source.tab ?? '',
    health.state,
    feed.url,
  ])
  return tableLines(columns, rows, width).join('\n')
}

interface AddOptions extends CommonOptions {
  readonly tab?: string
  readonly newTab?: boolean
  readonly category?: string
  readonly name?: string
  readonly tier?: string
  readonly private?: boolean
  readonly fullText?: boolean
  readonly kind: string
}

function addCommand(withApp: FeedsApp, files: Files): Command {
  const command = newReaderCommand('add', 'Add a feed, or the feed of a site', [
    'feeds add https://news.example.org',
    'feeds add news.example.org/rss --tab en_news --category World --tier T2',
  ])
  return command
    .argument('<address>', 'a feed, or a page that names one; - reads it from standard input')
    .option('--tab <tab>', 'tab to file it under')
    .option('--new-tab', 'the tab may be a new one')
    .option('--category <name>', 'category to file it under')
    .option('--name <name>', 'name to show')
    .option('--tier <tier>', 'authority, T1 to T5')
    .option('--private', 'compare its articles with those of no other feed')
    .option('--full-text', 'fetch the page of each new article for its full text')
    .option('--kind <kind>', 'breaking, major, blog, weekly or dormant', 'major')
    .action((given: string, options: AddOptions) =>
      withApp(options, async (app, terminal) => {
        const wish = await wishOf(options, app.feeds)
        const address = await addressOf(given, files)
        const [best, ...others] = await found(app.feeds, address)
        for (const other of others) terminal.say(`Also there: ${describe(other)}`)
        const { kind, source } = await app.feeds.add(withLoginOf(feedUrl(address), best!.url), wish, best!.title)
        if (options.json) terminal.printJson({ kind, source, feed: best })
        else if (kind === 'exists')
          throw new UserError(`${source.url} is read already${source.tab ? ` (tab ${source.tab})` : ''}`)
        else terminal.print(`${kind === 'added' ? 'Added' : 'Revived'} ${describe(best!)}`)
        return kind === 'exists' ? 2 : 0
      }),
    )
}

/** Arguments are seen by every program of the machine, so an address with a password comes another way. */
async function addressOf(given: string, { readBytes }: Files): Promise<string> {
  if (given === '-') return new TextDecoder().decode(await readBytes('-')).trim()
  if (!carriesPassword(feedUrl(given))) return given
  throw new UserError(
    'the address must not carry a password here, others could see it: `copytaster feeds add -` reads it from standard input',
  )
}

async function wishOf(options: AddOptions, feeds: Feeds): Promise<SourceOptions> {
  const { tier, kind, tab = null } = options
  if (tier !== undefined && !/^T[1-5]$/.test(tier)) throw new UserError(`--tier must be T1 to T5, got "${tier}"`)
  if (!/^(breaking|major|blog|weekly|dormant)$/.test(kind)) {
    throw new UserError(`--kind must be one of breaking, major, blog, weekly, dormant, got "${kind}"`)
  }
  return {
    tab: tab === null ? null : await feeds.tabFor(tab, options.newTab === true),
    category: options.category ?? null,
    name: options.name ?? null,
    tier: (tier as SourceOptions['tier']) ?? null,
    kind: kind as SourceOptions['kind'],
    private: options.private === true,
    fullText: options.fullText === true,
  }
}

async function found(feeds: Feeds, address: string): Promise<readonly FoundFeed[]> {
  const discovery = await feeds.discover(address)
  if (discovery.kind === 'found') return discovery.feeds
  if (discovery.kind === 'noAnswer') throw new Trouble(`${address}: ${discovery.message}`)
  throw new Trouble(`${address}: no feed found at ${discovery.tried} addresses; name the feed itself`)
}

function describe({ title, url, version, entries }: FoundFeed): string {
  return `${title ?? 'a feed without a title'} (${version}, ${counted(entries, 'entry', 'entries')}) ${url}`
}

function removeCommand(withApp: FeedsApp): Command {
  return newReaderCommand('remove', 'Stop reading a feed; its articles stay', [
    'feeds remove 12',
    'feeds remove "The Example"',
  ])
    .argument('<feed>', 'number, address or name')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const { name, source } = await app.feeds.remove(wanted)
        if (options.json) terminal.printJson({ removed: source.url })
        else terminal.print(`Removed ${name} (${source.url}); its articles stay.`)
        return 0
      }),
    )
}

function hideCommand(withApp: FeedsApp): Command {
  return newReaderCommand('hide', 'Hide a feed that all readers have', ['feeds hide "The Example" --reader ann'])
    .argument('<feed>', 'number, address or name')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const { name, source } = await app.feeds.hide(wanted)
        if (options.json) terminal.printJson({ hidden: source.url })
        else terminal.print(`Hid ${name} (${source.url}); \`copytaster feeds unhide\` shows it again.`)
        return 0
      }),
    )
}

function unhideCommand(withApp: FeedsApp): Command {
  return newReaderCommand('unhide', 'Show a hidden feed again', ['feeds unhide "The Example" --reader ann'])
    .argument('<feed>', 'number, address or name')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const { name, source } = await app.feeds.unhide(wanted)
        if (options.json) terminal.printJson({ shown: source.url })
        else terminal.print(`${name} (${source.url}) is shown again.`)
        return 0
      }),
    )
}

function showCommand(withApp: FeedsApp): Command {
  return newReadingCommand('show', 'One feed: schedule, health and last polls', [
    'feeds show 12',
    'feeds show news.example.org/rss',
  ])
    .argument('<feed>', 'number, address or name')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const detail = await app.feeds.detail(wanted)
        if (options.json) terminal.printJson(detailJson(detail), 2)
        else terminal.print(feedPage(detail, app, terminal))
        return 0
      }),
    )
}

const ORIGINS = { file: 'from feeds.yaml', added: 'added by hand', crawl: 'from `crawl ingest`' } as const

/** Everything about one feed, for `feeds show` and `why`. */
export function feedPage(detail: FeedDetail, app: Pick<App, 'now' | 'zone'>, terminal: Terminal): string {
  const { feed, source, health, history, name } = detail
  const time = (at: number | null) =>
    at === null ? 'never' : `${localTime(at, app.zone)} (${relativeTime(at, app.now())})`
  const facts: readonly (readonly [string, string])[] = [
    ['Address', feed.url],
    ...feed.previousUrls.map((url) => ['Before', url] as const),
    ['Source', `${source.url}, ${ORIGINS[source.origin]}, kind ${source.kind}`],
    ['State', `${health.state}: ${health.because}`],
    [
      'Reliability',
      health.reliability === null
        ? `no poll in the last 30 days`
        : `${health.reliability} of 100 over ${counted(health.polls, 'poll')} in 30 days`,
    ],
    ...health.notes.map((note) => ['Note', note] as const),
    ['Last polls', sparkline(history.recent, terminal)],
    ['Last answer', time(health.lastSuccessAt)],
    ['Last new', time(history.lastNewAt)],
    [
      'Next poll',
      feed.nextAt === null ? `never: ${detail.nextBecause}` : `${time(feed.nextAt)}: ${detail.nextBecause}`,
    ],
  ]
  return [terminal.colors.bold(name), ...facts.map(([label, text]) => `  ${label.padEnd(12)} ${text}`)].join('\n')
}

function healthCommand(withApp: FeedsApp): Command {
  return newReadingCommand('health', 'The health of every feed, its last polls and the next', [
    'feeds health',
    'feeds health --json',
  ]).action((options: CommonOptions) =>
    withApp(options, async (app, terminal) => {
      const feeds = await app.feeds.list()
      if (options.json) terminal.printJson(feeds.map(feedJson), 2)
      else if (feeds.length === 0) terminal.print(NO_FEEDS)
      else terminal.print(healthTable(feeds, app, terminal))
      return 0
    }),
  )
}

function healthTable(feeds: readonly FeedOverview[], app: Pick<App, 'now'>, terminal: Terminal): string {
  const columns = [
    { heading: 'NO', right: true },
    { heading: 'NAME', shrinks: true },
    { heading: 'STATE' },
    { heading: 'REL', right: true, drops: true },
    { heading: 'LAST POLLS', drops: true },
    { heading: 'NEXT', drops: true },
    { heading: 'BECAUSE', main: true },
  ]
  const rows = feeds.map(({ feed, name, health, history, nextBecause }) => [
    String(feed.id),
    name,
    health.state,
    health.reliability === null ? '–' : String(health.reliability),
    history.recent.map((mark) => MARKS[mark]).join(''),
    feed.nextAt === null ? 'never' : relativeTime(feed.nextAt, app.now()),
    [...health.notes, health.state === 'healthy' ? nextBecause : health.because].join('; '),
  ])
  return tableLines(columns, rows, terminal.width).join('\n')
}

const MARKS: Readonly<Record<PollMark, string>> = {
  new: '█',
  unchanged: '▁',
  timeout: 't',
  connection: 'c',
  http: 'h',
  slowDown: 's',
  document: 'd',
  refused: 'r',
}

function sparkline(recent: readonly PollMark[], { colors }: Terminal): string {
  if (recent.length === 0) return 'none yet'
  const marks = recent.map((mark) => {
    if (mark === 'new') return colors.green(MARKS.new)
    return mark === 'unchanged' ? MARKS.unchanged : colors.red(MARKS[mark])
  })
  return `${marks.join('')}  (█ new, ▁ unchanged, t timed out, c no connection, h HTTP error, s slow down, d bad document, r refused)`
}

function discoverCommand(withApp: FeedsApp): Command {
  return newCommand('discover', 'The feeds of a site, without adding any', ['feeds discover news.example.org'])
    .argument('<address>', 'a page or a feed')
    .action((address: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const feeds = await found(app.feeds, address)
        if (options.json) terminal.printJson(feeds, 2)
        else terminal.print(feeds.map(describe).join('\n'))
        return 0
      }),
    )
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function feedJson({ feed, source, name, health, history, nextBecause }: FeedOverview): Record<string, unknown> {
  return {
    id: feed.id,
    name,
    url: feed.url,
    sourceUrl: source.url,
    previousUrls: feed.previousUrls,
    tab: source.tab,
    category: source.category,
    tier: source.tier,
    kind: source.kind,
    origin: source.origin,
    state: health.state,
    because: health.because,
    reliability: health.reliability,
    polls: health.polls,
    successes: health.successes,
    failures: health.failures,
    averageMs: health.averageMs,
    failuresInARow: health.failuresInARow,
    malformed: health.malformed,
    cutOff: health.cutOff,
    recent: history.recent,
    lastSuccessAt: iso(health.lastSuccessAt),
    lastNewAt: iso(history.lastNewAt),
    nextAt: iso(feed.nextAt),
    nextReason: feed.nextReason,
    nextBecause,
  }
}

function detailJson(detail: FeedDetail): Record<string, unknown> {
  return {
    ...feedJson(detail),
    days: detail.days.map(({ feed: _, day, ...sums }) => ({ day: iso(day * 86_400_000)!.slice(0, 10), ...sums })),
    lastPolls: detail.polls.map(({ feed: _, at, ...poll }) => ({ at: iso(at), ...poll })),
  }
}
