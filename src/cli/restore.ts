import type { Command } from 'commander'
import type { BackupCount } from '../core/domain/backup-count.ts'
import { countLine } from './backup.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'

/** Restores a backup into the configured database; passed in by the composition root. */
export type Restore = (file: string, force: boolean, options: CommonOptions) => Promise<BackupCount>

interface RestoreOptions extends CommonOptions {
  readonly into?: string
  readonly force?: boolean
}

/** `restore`: a backup can be restored into either kind of database. */
export function restoreCommand(act: Act, restore: Restore): Command {
  const command = newCommand('restore', 'Put a backup into an empty database, of either kind', [
    'restore news.backup.gz --into sqlite:news.db',
    'restore news.backup.gz --into postgres://me@db.example/news',
  ])
  return command
    .argument('<file>', 'a file `copytaster backup` wrote')
    .option('--into <address>', 'sqlite:FILE or postgres://… (default: the database of the settings)')
    .option('--force', 'replace what the database holds')
    .action((file: string, options: RestoreOptions) =>
      act(options, async (terminal) => {
        const { into, ...rest } = options
        const count = await restore(
          file,
          options.force === true,
          into === undefined ? rest : { ...rest, database: into },
        )
        if (options.json) terminal.printJson({ file, ...count })
        else terminal.print(`Restored ${countLine(count)}.`)
        return 0
      }),
    )
}
