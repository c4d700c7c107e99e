import { randomUUID } from 'node:crypto'
import pico from 'picocolors'
import { hideLogins } from '../core/text/login.ts'
import { screenJson, screenText } from './escape-control-characters.ts'

/**
 * The output of a command: data to `print…`, messages to `say`; colours only on a terminal. It is the only way to the
 * screen, so that nothing which came from outside is obeyed there instead of shown.
 */
export interface Terminal {
  /** Prints text for people. */
  print(text: string): void
  /** Prints a value as JSON, on one line or indented. */
  printJson(value: unknown, indent?: number): void
  /** Prints a document, byte for byte unless a person is looking. */
  printDocument(text: string): void
  say(text: string): void
  /** Draws over the current line. */
  draw(line: string): void
  /** Columns of what is printed; infinite where nobody looks, so that a pipe gets everything. */
  readonly width: number
  /** Columns of what is said. */
  readonly messageWidth: number
  /** Whether a person is at the terminal: progress and questions make sense. */
  readonly interactive: boolean
  readonly colors: Colors
  readonly quiet: boolean
  readonly verbose: boolean
}

type Colors = ReturnType<typeof pico.createColors>

export interface TerminalOptions {
  readonly color?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/** Where output goes; tests pass their own. */
export interface Sinks {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const NARROWEST = 40

const processSinks: Sinks = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}

export function openTerminal(options: TerminalOptions, { out, err }: Sinks = processSinks): Terminal {
  const { stdout, stderr, stdin, env } = process
  const color = options.color !== false && !env.NO_COLOR && stdout.isTTY === true
  return {
    print: (text) => out(`${painted(screenText(text))}\n`),
    printJson: (value, indent = 0) => out(`${screenJson(JSON.stringify(value, null, indent))}\n`),
    printDocument: (text) => out(`${stdout.isTTY === true ? screenText(text) : text}\n`),
    say: (text) => {
      if (!options.quiet) err(messageText(text))
    },
    draw: (line) => err(`\r${screenText(line)}\r`),
    width: stdout.isTTY === true ? Math.max(NARROWEST, stdout.columns ?? 100) : Number.POSITIVE_INFINITY,
    messageWidth: stderr.isTTY === true ? Math.max(NARROWEST, stderr.columns ?? 100) : Number.POSITIVE_INFINITY,
    interactive: stderr.isTTY === true && stdin.isTTY === true && !options.quiet,
    colors: markingColors(pico.createColors(color)),
    quiet: options.quiet === true,
    verbose: options.verbose === true,
  }
}

/** A message as it goes to the screen: it may repeat what somebody typed, or what a library or a server said. */
export const messageText = (text: string): string => `${painted(screenText(hideLogins(text)))}\n`

/** Reports an error before there is a terminal, or when there is none any more. */
export const sayError = (line: string): void => processSinks.err(messageText(line))

/** Stands for the escape character of our own colours. No text from outside can have it, since nobody can guess it. */
const OUR_ESCAPE = `<${randomUUID()}>`

const painted = (text: string): string => text.replaceAll(OUR_ESCAPE, '\u001b')

function markingColors(colors: Colors): Colors {
  const marking = Object.entries(colors).map(([name, paint]) =>
    typeof paint === 'function'
      ? [name, (text: string) => paint(screenText(text)).replaceAll('\u001b', OUR_ESCAPE)]
      : [name, paint],
  )
  return Object.fromEntries(marking)
}
