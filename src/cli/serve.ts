import type { Command } from 'commander'
import { doubtLine } from '../app/doubt-line.ts'
import type { ServeListener } from '../app/run-halves.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { type DaemonTime, engineOutput, runDaemon, type SayAt } from './run-daemon.ts'
import type { Terminal } from './terminal.ts'

/** Runs the engine and the web server until the process is stopped. */
export type Serve = (options: CommonOptions, listener: ServeListener) => Promise<void>

/** `serve`: runs until stopped. */
export function serveCommand(act: Act, serve: Serve, time: DaemonTime): Command {
  const command = newCommand(
    'serve',
    'Poll feeds at their times, make digests at theirs and show them, until stopped',
    ['serve', 'serve --verbose'],
  )
  return command.action(runDaemon(act, time, (options, ...output) => serve(options, serveOutput(...output))))
}

/** Prints what happens. */
function serveOutput(terminal: Terminal, sayAt: SayAt): ServeListener {
  let url = ''
  return {
    ...engineOutput(terminal, sayAt),
    onReading: (feeds) => {
      terminal.say(`Reading ${counted(feeds, 'feed')}; Ctrl-C stops.`)
      if (feeds === 0) terminal.say('Add one with `copytaster feeds add ADDRESS`, or to feeds.yaml.')
    },
    onListening: (address) => {
      url = address
      terminal.say(`The latest news and all digests are shown at ${url}`)
    },
    onSetup: (link) => {
      terminal.say(`Nobody can log in yet. Set a name and a password here, once: ${link}`)
    },
    onDoubt: (doubt) => terminal.say(`In doubt: ${doubtLine(doubt)}; \`copytaster digest --resend\` sends it again`),
    onDigest: ({ type, localDate }) => sayAt(`${type} digest of ${localDate}: ${url}digests/${localDate}/${type}`),
    onWaiting: (words) => terminal.say(words),
    onStack: (stack) => {
      if (terminal.verbose) terminal.say(stack)
    },
    onMeasures: (holds, delay) => {
      if (terminal.verbose) for (const line of measureLines(holds, delay)) terminal.say(line)
    },
  }
}

/** How many of those who held the write lock longest are named. */
const NAMED_HOLDS = 5

type Measures = Parameters<ServeListener['onMeasures']>

function measureLines(holds: Measures[0], { p99Ms, longestMs }: Measures[1]): string[] {
  const held = holds.slice(0, NAMED_HOLDS).map((one) => `${one.name} ${one.longestMs.toFixed(1)} ms (of ${one.count})`)
  return [
    `Longest holds of the write lock: ${held.join(', ') || 'none'}.`,
    ...longestHolds(holds),
    `Delay of the web server's event loop: 99 % under ${p99Ms.toFixed(1)} ms, at most ${longestMs.toFixed(1)} ms.`,
  ]
}

/** How many single holds are told. */
const TOLD_HOLDS = 10

/** The longest holds of all, and whether their threads computed meanwhile or waited for a processor. */
function longestHolds(holds: Measures[0]): string[] {
  const each = holds.flatMap(({ name, longest }) => longest.map((hold) => ({ name, ...hold })))
  const told = each.sort((one, other) => other.ms - one.ms).slice(0, TOLD_HOLDS)
  const words = told.map(({ name, ms, processorMs, waitedMs }) => {
    const split = processorMs === null ? '' : ` (${processorMs.toFixed(1)}, ${waitedMs?.toFixed(1)})`
    return `${name} ${ms.toFixed(1)}${split}`
  })
  return words.length === 0 ? [] : [`Single holds, ms (of the processor, waited for it): ${words.join(', ')}.`]
}
