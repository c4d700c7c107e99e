import type { Command } from 'commander'
import { type Act, type CommonOptions, newCommand } from './command.ts'

/** `migrate`: all commands migrate automatically; this one is for operators who want to do it beforehand. */
export function migrateCommand(act: Act, migrate: (options: CommonOptions) => Promise<readonly string[]>): Command {
  const command = newCommand('migrate', "Migrate the database to this program's schema", [
    'migrate',
    'migrate --database sqlite:news.db',
  ])
  return command.action((options: CommonOptions) =>
    act(options, async (terminal) => {
      const steps = await migrate(options)
      if (options.json) terminal.printJson({ steps })
      else terminal.print(steps.length === 0 ? 'The database is up to date.' : `Done: ${steps.join(', ')}`)
      return 0
    }),
  )
}
