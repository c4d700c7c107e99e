import type { Command } from 'commander'
import type { Check } from '../app/doctor.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { Terminal } from './terminal.ts'

/** `doctor`: exits 1 when a check failed, for scripts. */
export function doctorCommand(act: Act, doctor: (options: CommonOptions) => Promise<Check[]>): Command {
  const command = newCommand(
    'doctor',
    'Check settings, database, clock, Node and disk, and say how to correct what is wrong',
    ['doctor', 'doctor --config news/feeds.yaml --json'],
  )
  return command.action((options: CommonOptions) =>
    act(options, async (terminal) => {
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
