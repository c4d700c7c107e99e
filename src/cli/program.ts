import { Command } from 'commander'
import type { App } from '../app/app.ts'
import type { Check } from '../app/doctor.ts'
import type { DocumentRequest, ParsedDocument } from '../app/parse-document.ts'
import { articlesCommand } from './articles.ts'
import { asInvoked } from './as-invoked.ts'
import { type Backup, backupCommand } from './backup.ts'
import { clusterCommand } from './cluster.ts'
import type { Act, CommonOptions, WithApp } from './command.ts'
import { crawlCommand, type IngestCrawl, type ReadText } from './crawl.ts'
import { dedupCommand } from './dedup.ts'
import { demoCommand, type PlayDemo } from './demo.ts'
import { digestCommand } from './digest.ts'
import { doctorCommand, type Salvage } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { feedsCommand } from './feeds.ts'
import type { Files } from './feeds-opml.ts'
import { initCommand, type Starter } from './init.ts'
import { jobsCommand } from './jobs.ts'
import { mcpCommand, type ServeMcp } from './mcp.ts'
import { type Migrate, type Move, migrateCommand } from './migrate.ts'
import { parseCommand } from './parse.ts'
import { pollCommand } from './poll.ts'
import { profileCommand, teachCommands } from './profile.ts'
import { pruneCommand } from './prune.ts'
import { readersCommand } from './readers.ts'
import { type DedupSettingsOf, replayCommand } from './replay.ts'
import { type ExitCode, reportError } from './report-error.ts'
import { type Restore, restoreCommand } from './restore.ts'
import { runCommand } from './run.ts'
import { searchCommand } from './search.ts'
import { type Serve, serveCommand } from './serve.ts'
import { joinCommand, splitCommand, storiesCommand } from './stories.ts'
import { messageText, openTerminal, sayError } from './terminal.ts'
import { textCommand } from './text.ts'
import { topicsCommand } from './topics.ts'
import { whyCommand } from './why.ts'
import { type Work, workerCommand } from './worker.ts'

/** What happens where there is no database: `make` one, `look` at an empty one that is not kept, or `refuse`. */
export type WithoutStore = 'make' | 'look' | 'refuse'

/** What the commands need of the world; the composition root hands it in. */
export interface CommandDeps extends Files {
  readonly version: string
  readonly machineZone: () => string
  /** How this program is called: `copytaster`, `npx copytaster` or `npm start --`. */
  readonly invocation: string
  readonly doctor: (options: CommonOptions) => Promise<Check[]>
  readonly salvage: Salvage
  readonly starter: Starter
  readonly migrate: Migrate
  readonly move: Move
  readonly backup: Backup
  readonly restore: Restore
  readonly readText: ReadText
  readonly playDemo: PlayDemo
  readonly serve: Serve
  readonly work: Work
  readonly mcp: ServeMcp
  readonly now: () => number
  /** The time zone of the settings; null for the machine's. */
  readonly zoneOf: (options: CommonOptions) => string | null
  readonly dedupSettings: DedupSettingsOf
  readonly parse: (request: Omit<DocumentRequest, 'now'>, options: CommonOptions) => Promise<ParsedDocument>
  /** Opens the store and the fetcher for one command, and closes them afterwards. */
  readonly withApp: <T>(options: CommonOptions, work: (app: App) => Promise<T>, without?: WithoutStore) => Promise<T>
}

/** Runs one command line and says what the process should exit with. */
export async function runProgram(argv: readonly string[], deps: CommandDeps): Promise<ExitCode> {
  let exitCode: ExitCode = 0
  const named = (text: string) => asInvoked(text, deps.invocation)
  const sayNamed = (line: string) => sayError(named(line))
  const act: Act = async (options, work) => {
    const { print, say, ...terminal } = openTerminal(options)
    try {
      exitCode = await work({ ...terminal, print: (text) => print(named(text)), say: (text) => say(named(text)) })
    } catch (error) {
      exitCode = reportError(error, sayNamed, options.verbose === true)
    }
  }
  try {
    await programOf(act, deps).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return reportError(error, sayNamed, argv.includes('--verbose'))
  }
}

/** All commands; the help is generated from them, and a test holds the guide against it. */
export function programOf(act: Act, deps: CommandDeps): Command {
  const appOr =
    (without: WithoutStore): WithApp =>
    (options, work) =>
      act(options, (terminal) => deps.withApp(options, (app) => work(app, terminal), without))
  const [withApp, looking, reading] = [appOr('make'), appOr('look'), appOr('refuse')]
  const ingest: IngestCrawl = (request, options) => deps.withApp(options, (app) => app.articles.ingestCrawl(request))
  const program = new Command('copytaster')
    .description('Reads news feeds politely, keeps one record of each article and says which tell the same story.')
    .version(deps.version)
    .showHelpAfterError('(`copytaster --help` lists the commands)')
    .addCommand(initCommand(act, deps.machineZone, deps.starter))
    .addCommand(runCommand(withApp))
    .addCommand(pollCommand(withApp))
    .addCommand(serveCommand(act, deps.serve, deps))
    .addCommand(workerCommand(act, deps.work, deps))
    .addCommand(mcpCommand(act, deps.mcp))
    .addCommand(feedsCommand({ withApp, looking }, deps))
    .addCommand(articlesCommand(reading))
    .addCommand(textCommand(reading))
    .addCommand(searchCommand(reading))
    .addCommand(eventsCommand(reading))
    .addCommand(digestCommand(reading))
    .addCommand(topicsCommand(reading))
    .addCommand(storiesCommand(reading))
    .addCommand(splitCommand(reading))
    .addCommand(joinCommand(reading))
    .addCommand(whyCommand(reading))
    .addCommand(replayCommand(reading, deps.dedupSettings))
    .addCommand(profileCommand(looking))
    .addCommand(readersCommand({ withApp, looking }, deps))
    .addCommand(parseCommand(act, deps.parse))
    .addCommand(dedupCommand(act, deps.readText, deps.dedupSettings))
    .addCommand(clusterCommand(act, deps.readText))
    .addCommand(crawlCommand(act, deps.readText, ingest))
    .addCommand(demoCommand(act, deps.playDemo, deps))
    .addCommand(doctorCommand(act, deps.doctor, deps.salvage))
    .addCommand(jobsCommand(reading))
    .addCommand(migrateCommand(act, deps.migrate, deps.move))
    .addCommand(pruneCommand(reading))
    .addCommand(backupCommand(act, deps.backup))
    .addCommand(restoreCommand(act, deps.restore))
  for (const command of teachCommands(reading)) program.addCommand(command)
  for (const command of [program, ...program.commands]) command.exitOverride()
  // The rest has its output from `newCommand`.
  const groups = program.commands.filter(({ commands }) => commands.length > 0)
  for (const group of [program, ...groups])
    group.configureOutput({ outputError: (text, write) => write(messageText(text.trimEnd())) })
  return program
}
