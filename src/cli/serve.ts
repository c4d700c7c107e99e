import type { Command } from 'commander'
import { doubtLine } from '../app/doctor.ts'
import type { ServeListener } from '../app/run-halves.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { deliveryLine } from './digest.ts'
import { isFailure, pollLine } from './poll-report.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

/** Runs the engine and the web server until the process is stopped. */
export type Serve = (options: CommonOptions, listener: ServeListener) => Promise<void>

/** What printing needs besides the terminal. */
export interface ServeTime {
  readonly now: () => number
  /** The time zone of the settings; null for the machine's. */
  readonly zoneOf: (options: CommonOptions) => string | null
}

/** `serve`: runs until stopped. */
export function serveCommand(act: Act, serve: Serve, time: ServeTime): Command {
  const command = newCommand(
    'serve',
    'Poll feeds at their times, make digests at theirs and show them, until stopped',
    ['serve', 'serve --verbose'],
  )
  /** Gives whether to start over. */
  const serveOnce = async (options: CommonOptions): Promise<boolean> => {
    let isReplaced = false
    await act(options, async (terminal) => {
      const zone = time.zoneOf(options)
      const sayAt = (words: string) => terminal.say(`${localTime(time.now(), zone)}  ${words}`)
      try {
        await serve(options, listenerOn(terminal, sayAt))
      } catch (error) {
        isReplaced = error instanceof StoreTrouble && error.kind === 'replaced'
        if (!isReplaced) throw error
        sayAt('the database was restored, migrated or replaced: starting over')
        return 0
      }
      terminal.say('Stopped; nothing is lost.')
      return 0
    })
    return isReplaced
  }
  return command.action(async (options: CommonOptions) => {
    while (await serveOnce(options));
  })
}

/** Prints what happens. */
function listenerOn(terminal: Terminal, sayAt: (words: string) => void): ServeListener {
  let url = ''
  const troubles = new Set<string>()
  return {
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
    onPoll: (polled) => {
      const { outcome, count } = polled
      const isNews = count.added + count.revised > 0 || isFailure(outcome) || outcome.kind === 'moved'
      if (isNews || terminal.verbose) sayAt(pollLine(polled, terminal.messageWidth - 18))
    },
    onDigest: ({ type, localDate }) => sayAt(`${type} digest of ${localDate}: ${url}digests/${localDate}/${type}`),
    onDelivery: (report) => sayAt(deliveryLine(report)),
    onAlert: (report) => sayAt(`breaking news, ${deliveryLine(report)}`),
    onTrouble: (words) => {
      // Retried every half minute: the same message is printed once.
      if (!troubles.has(words)) sayAt(words)
      troubles.add(words)
    },
    onOutage: sayAt,
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
    `Delay of the web server's event loop: 99 % under ${p99Ms.toFixed(1)} ms, at most ${longestMs.toFixed(1)} ms.`,
  ]
}
