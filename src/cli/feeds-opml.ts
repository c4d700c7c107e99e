import type { Command } from 'commander'
import type { ImportReport } from '../app/import-opml.ts'
import { counted } from '../core/text/counted.ts'
import { type CommonOptions, newReaderCommand, type WithApp } from './command.ts'
import { startProgress } from './progress.ts'

/** File access for commands; passed in by the composition root. */
export interface Files {
  /** Reads a file; `-` is standard input. */
  readonly readBytes: (file: string) => Promise<Uint8Array>
  /** Refuses to overwrite a file unless forced. */
  readonly writeText: (file: string, text: string, force: boolean) => void
}

/** Exits 1 when the file was broken, so that nobody takes a part for the whole. */
export function importCommand(withApp: WithApp<'feeds'>, { readBytes }: Files): Command {
  const command = newReaderCommand('import', 'Add the feeds of an OPML file; folders become tabs and categories', [
    'feeds import subscriptions.opml',
    'feeds import - < subscriptions.opml',
  ])
  return command
    .argument('<file>', 'OPML as other readers export it, or - for standard input')
    .action((file: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const name = file === '-' ? 'standard input' : file
        const reading = await app.feeds.readSubscriptions({ bytes: await readBytes(file), name })
        const progress = startProgress(terminal, 'feeds', reading.sources.length)
        const report = await app.feeds.importOpml(reading, (done) => {
          for (let i = 0; i < done; i++) progress.step('')
        })
        progress.done()
        if (options.json) terminal.printJson(report)
        else terminal.print(importLine(report))
        for (const { line, reason } of report.skipped) terminal.say(`${name}:${line} ${reason}`)
        const { broken } = report
        if (broken) terminal.say(`${name}:${broken.line}:${broken.column} is broken here; what is whole was imported`)
        return broken ? 1 : 0
      }),
    )
}

function importLine({ added, revived, known, skipped }: ImportReport): string {
  const rest = [
    ...(revived > 0 ? [`${revived} revived`] : []),
    ...(known > 0 ? [`${known} known already`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  return [`${counted(added, 'feed')} added`, ...rest].join(', ')
}

interface ExportOptions extends CommonOptions {
  readonly yaml?: boolean
  readonly out?: string
  readonly force?: boolean
}

export function exportCommand(withApp: WithApp<'feeds'>, { writeText }: Files): Command {
  const command = newReaderCommand('export', 'All feeds as OPML for other readers, or as a feeds.yaml', [
    'feeds export > subscriptions.opml',
    'feeds export --yaml --out feeds.yaml',
  ])
  return command
    .option('--yaml', 'a feeds.yaml instead of OPML')
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--force', 'overwrite an existing file')
    .action((options: ExportOptions) =>
      withApp(options, async (app, terminal) => {
        const { text, withLogin } = await app.feeds.exportAs(options.yaml ? 'yaml' : 'opml')
        if (withLogin > 0) terminal.say(`Without the logins of ${withLogin} ${withLogin === 1 ? 'feed' : 'feeds'}.`)
        if (options.out !== undefined) {
          writeText(options.out, text, options.force === true)
          terminal.say(`Wrote ${options.out}`)
        } else if (options.json) terminal.printJson({ form: options.yaml ? 'yaml' : 'opml', text })
        else terminal.printDocument(text.trimEnd())
        return 0
      }),
    )
}
