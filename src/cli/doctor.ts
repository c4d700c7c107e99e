import type { Command } from 'commander'
import type { Check } from '../app/doctor.ts'
import type { SalvageCount } from '../core/domain/backup-count.ts'
import { countLine } from './backup.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Saves what can be read of a damaged database; passed in by the composition root. */
export type Salvage = (file: string, options: CommonOptions) => Promise<SalvageCount>

interface DoctorOptions extends CommonOptions {
  readonly salvage?: string
}

function salvageReport(file: string, count: SalvageCount): string {
  const unread = count.unread === 0 ? 'Everything could be read.' : `${count.unread} places could not be read.`
  return `Saved ${countLine(count)} to ${file}. ${unread}\nMove the damaged file away, then run \`copytaster restore ${file}\`; the next poll brings back what publishers still list.`
}

/** `doctor`: exits 1 when a check failed, for scripts. */
export function doctorCommand(
  act: Act,
  doctor: (options: CommonOptions) => Promise<Check[]>,
  salvage: Salvage,
): Command {
  const command = newCommand(
    'doctor',
    'Check settings, database, clock, Node and disk, and say how to correct what is wrong',
    ['doctor', 'doctor --config news/feeds.yaml --json', 'doctor --salvage saved.gz'],
  )
  command.option('--salvage <file>', 'write what can still be read of a damaged SQLite file to a backup')
  return command.action((options: DoctorOptions) =>
    act(options, async (terminal) => {
      if (options.salvage !== undefined) {
        const count = await salvage(options.salvage, options)
        if (options.json) terminal.printJson({ file: options.salvage, ...count })
        else terminal.print(salvageReport(options.salvage, count))
        return 0
      }
      const checks = await doctor(options)
      if (options.json) terminal.printJson(checks, 2)
      else terminal.print(report(checks, terminal))
      return checks.some((check) => check.state === 'failed') ? 1 : 0
    }),
  )
}

const INDENT = ' '.repeat(12)

function report(checks: readonly Check[], { colors }: Terminal): string {
  const mark = { ok: colors.green('✓'), warning: colors.yellow('!'), failed: colors.red('✗') }
  const lines = checks.map((check) => {
    const finding = check.finding.split('\n').join(`\n${INDENT}`)
    const cure = check.cure === null ? '' : `\n${INDENT}${colors.dim('→')} ${check.cure}`
    return `${mark[check.state]} ${check.name.padEnd(9)} ${finding}${cure}`
  })
  return lines.join('\n')
}
