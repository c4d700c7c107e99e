import { CommanderError } from 'commander'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'

/** Exit codes: 0 done, 1 it ran and failed, 2 bad usage or input. */
export type ExitCode = 0 | 1 | 2

/** Turns an error into lines for a person and an exit code. A stack is printed only for bugs. */
export function reportError(error: unknown, say: (line: string) => void, verbose: boolean): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UserError) {
    for (const line of error.lines) say(line)
    return 2
  }
  if (error instanceof Trouble) {
    say(error.message)
    if (verbose && error.cause) say(String((error.cause as Error).stack ?? error.cause))
    return 1
  }
  say(`Copytaster met a fault of its own: ${(error as Error)?.message ?? error}`)
  say(verbose ? String((error as Error)?.stack) : 'Run again with --verbose for the details, and please report them.')
  return 1
}
