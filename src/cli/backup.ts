import type { Command } from 'commander'
import type { BackupCount } from '../core/domain/backup-count.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'

/** Writes the whole store to a file; passed in by the composition root. */
export type Backup = (file: string, force: boolean, options: CommonOptions) => Promise<BackupCount>

interface BackupOptions extends CommonOptions {
  readonly force?: boolean
}

/** `backup`: other processes may go on writing. */
export function backupCommand(act: Act, backup: Backup): Command {
  const command = newCommand('backup', 'Write the whole database to one file, while other processes go on', [
    'backup news.backup.gz',
    'backup news.backup.gz --database sqlite:news.db',
  ])
  return command
    .argument('<file>', 'where to write it')
    .option('--force', 'overwrite an existing file')
    .action((file: string, options: BackupOptions) =>
      act(options, async (terminal) => {
        const count = await backup(file, options.force === true, options)
        if (options.json) terminal.printJson({ file, ...count })
        else terminal.print(`Wrote ${file}: ${countLine(count)}`)
        return 0
      }),
    )
}

/** "12 feeds, 3,400 articles". */
export function countLine({ feeds, articles }: BackupCount): string {
  return `${counted(feeds, 'feed')}, ${counted(articles, 'article')}`
}
