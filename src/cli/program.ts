import { Command } from 'commander'
import type { App } from '../app/app.ts'
import type { Check } from '../app/doctor.ts'
import type { DocumentRequest, ParsedDocument } from '../app/parse-document.ts'
import { articlesCommand } from './articles.ts'
import { type Backup, backupCommand } from './backup.ts'
import { clusterCommand } from './cluster.ts'
import type { Act, CommonOptions, WithApp } from './command.ts'
import { crawlCommand, type IngestCrawl, type ReadText } from './crawl.ts'
import { dedupCommand } from './dedup.ts'
import { demoCommand, type PlayDemo } from './demo.ts'
import { digestCommand } from './digest.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { feedsCommand } from './feeds.ts'
import type { Files } from './feeds-opml.ts'
import { type InitRequest, initCommand } from './init.ts'
import { migrateCommand } from './migrate.ts'
import { parseCommand } from './parse.ts'
import { pollCommand } from './poll.ts'
import { profileCommand, teachCommands } from './profile.ts'
import { pruneCommand } from './prune.ts'
import { type DedupSettingsOf, replayCommand } from './replay.ts'
import { type ExitCode, reportError } from './report-error.ts'
import { type Restore, restoreCommand } from './restore.ts'
import { runCommand } from './run.ts'
import { searchCommand } from './search.ts'
import { type Listen, serveCommand } from './serve.ts'
import { joinCommand, splitCommand, storiesCommand } from './stories.ts'
import { openTerminal } from './terminal.ts'
import { topicsCommand } from './topics.ts'
import { whyCommand } from './why.ts'

/** What the commands need from outside; passed in by the composition root. */
export interface CommandParts extends Files {
  readonly version: string
  readonly zone: string
  readonly doctor: (options: CommonOptions) => Promise<Check[]>
  readonly writeStarter: (request: InitRequest) => string
  readonly migrate: (options: CommonOptions) => Promise<readonly string[]>
  readonly backup: Backup
  readonly restore: Restore
  readonly readText: ReadText
  readonly playDemo: PlayDemo
  readonly listen: Listen
  readonly dedupSettings: DedupSettingsOf
  readonly parse: (request: Omit<DocumentRequest, 'now'>, options: CommonOptions) => Promise<ParsedDocument>
  /** Opens the store and the fetcher for one command, and closes them afterwards. */
  readonly withApp: <T>(options: CommonOptions, work: (app: App) => Promise<T>) => Promise<T>
}

/** Runs one command line and returns the exit code. */
export async function runProgram(argv: readonly string[], parts: CommandParts): Promise<ExitCode> {
  let exitCode: ExitCode = 0
  const act: Act = async (options, work) => {
    const terminal = openTerminal(options)
    try {
      exitCode = await work(terminal)
    } catch (error) {
      exitCode = reportError(error, (line) => process.stderr.write(`${line}\n`), options.verbose === true)
    }
  }
  try {
    await programOf(act, parts).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return reportError(error, (line) => process.stderr.write(`${line}\n`), argv.includes('--verbose'))
  }
}

/** All commands; the help is generated from them, and a test compares the guide with it. */
export function programOf(act: Act, parts: CommandParts): Command {
  const withApp: WithApp = (options, work) =>
    act(options, (terminal) => parts.withApp(options, (app) => work(app, terminal)))
  const ingest: IngestCrawl = (request, options) => parts.withApp(options, (app) => app.ingestCrawl(request))
  const program = new Command('copytaster')
    .description('Reads news feeds politely, keeps one record of each article and says which tell the same story.')
    .version(parts.version)
    .showHelpAfterError('(`copytaster --help` lists the commands)')
    .addCommand(initCommand(act, parts.zone, parts.writeStarter))
    .addCommand(runCommand(withApp))
    .addCommand(pollCommand(withApp))
    .addCommand(serveCommand(withApp, parts.listen))
    .addCommand(feedsCommand(withApp, parts))
    .addCommand(articlesCommand(withApp))
    .addCommand(searchCommand(withApp))
    .addCommand(eventsCommand(withApp))
    .addCommand(digestCommand(withApp))
    .addCommand(topicsCommand(withApp))
    .addCommand(storiesCommand(withApp))
    .addCommand(splitCommand(withApp))
    .addCommand(joinCommand(withApp))
    .addCommand(whyCommand(withApp))
    .addCommand(replayCommand(withApp, parts.dedupSettings))
    .addCommand(profileCommand(withApp))
    .addCommand(parseCommand(act, parts.parse))
    .addCommand(dedupCommand(act, parts.readText))
    .addCommand(clusterCommand(act, parts.readText))
    .addCommand(crawlCommand(act, parts.readText, ingest))
    .addCommand(demoCommand(act, parts.playDemo, parts))
    .addCommand(doctorCommand(act, parts.doctor))
    .addCommand(migrateCommand(act, parts.migrate))
    .addCommand(pruneCommand(withApp))
    .addCommand(backupCommand(act, parts.backup))
    .addCommand(restoreCommand(act, parts.restore))
  for (const command of teachCommands(withApp)) program.addCommand(command)
  for (const command of [program, ...program.commands]) command.exitOverride()
  return program
}
