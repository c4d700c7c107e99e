import pico from 'picocolors'
import { hideLogins } from '../core/text/login.ts'

/** The output of a command: data to `print`, messages to `say`; colours only on a terminal. */
export interface Terminal {
  print(text: string): void
  say(text: string): void
  readonly width: number
  /** Whether a person is at the terminal: progress and questions make sense. */
  readonly interactive: boolean
  readonly colors: ReturnType<typeof pico.createColors>
  readonly quiet: boolean
  readonly verbose: boolean
}

export interface TerminalOptions {
  readonly color?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

const NARROWEST = 40

export function openTerminal(options: TerminalOptions): Terminal {
  const { stdout, stderr, stdin, env } = process
  const color = options.color !== false && !env.NO_COLOR && stdout.isTTY === true
  return {
    print: (text) => void stdout.write(`${text}\n`),
    say: (text) => {
      if (!options.quiet) stderr.write(`${hideLogins(text)}\n`)
    },
    width: Math.max(NARROWEST, stdout.columns ?? Number(env.COLUMNS || 100)),
    interactive: stderr.isTTY === true && stdin.isTTY === true && !options.quiet,
    colors: pico.createColors(color),
    quiet: options.quiet === true,
    verbose: options.verbose === true,
  }
}
