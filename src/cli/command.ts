import { Command } from 'commander'
import type { App } from '../app/app.ts'
import { hideLogins } from '../core/text/login.ts'
import { screenLine } from './escape-control-characters.ts'
import type { ExitCode } from './report-error.ts'
import type { Terminal } from './terminal.ts'

/** The options of every command. */
export interface CommonOptions {
  readonly config?: string
  readonly database?: string
  readonly set?: readonly string[]
  /** Whose feeds, digests and interests; the first reader's unless given. */
  readonly reader?: string
  /** The past moment to look at, of commands that show what is stored. */
  readonly at?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly color?: boolean
}

/** Runs a command's work with a terminal; errors become lines and an exit code. */
export type Act = (options: CommonOptions, work: (terminal: Terminal) => Promise<ExitCode>) => Promise<void>

/**
 * The same for a command that works on the store: opens everything, and closes it whatever happens. A command names the
 * parts of the app that it uses, and gets no others.
 */
export type WithApp<Part extends keyof App = keyof App> = (
  options: CommonOptions,
  work: (app: Pick<App, Part>, terminal: Terminal) => Promise<ExitCode>,
) => Promise<void>

/** Creates a command with the common options and examples in its help. */
export function newCommand(name: string, description: string, examples: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .option('--config <file>', 'settings file (default: feeds.yaml, or COPYTASTER_CONFIG)')
    .option('--database <address>', 'sqlite:FILE or postgres://… (default: from the settings)')
    .option('--set <key=value>', 'change one setting for this run; may be given again', collect)
    .option('--json', 'machine-readable output')
    .option('--quiet', 'print only results and errors')
    .option('--verbose', 'print more')
    .option('--no-color', 'no colours')
  command.exitOverride()
  command.configureOutput({
    outputError: (text, write) =>
      write(`${screenLine(hideLogins(oneLine(text)))}; \`${pathOf(command)} --help\` shows how\n`),
  })
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ copytaster ${example}`).join('\n')}`)
  return command
}

/** The same for a command about what is a reader's own. */
export function newReaderCommand(name: string, description: string, examples: readonly string[]): Command {
  return newCommand(name, description, examples).option('--reader <name>', 'for this reader (default: the first)')
}

/** The same for a command that shows what is stored, now or at a past moment. */
export function newReadingCommand(name: string, description: string, examples: readonly string[]): Command {
  return newReaderCommand(name, description, examples).option(
    '--at <when>',
    'as of a past moment: an instant, a day, or 90min, 24h, 7d ago; changes nothing',
  )
}

/** The error and the suggested word on one line. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '')

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}
