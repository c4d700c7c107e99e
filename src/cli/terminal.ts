import pico from 'picocolors'

/** Where a command talks: data to `print`, talk to `say`; colours only where a person looks. */
export interface Terminal {
  print(text: string): void
  say(text: string): void
  readonly width: number
  /** Whether a person reads what is said: progress and questions make sense. */
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
      if (!options.quiet) stderr.write(`${text}\n`)
    },
    width: Math.max(NARROWEST, stdout.columns ?? Number(env.COLUMNS || 100)),
    interactive: stderr.isTTY === true && stdin.isTTY === true && !options.quiet,
    colors: pico.createColors(color),
    quiet: options.quiet === true,
    verbose: options.verbose === true,
  }
}
