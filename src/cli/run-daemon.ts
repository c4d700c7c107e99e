import type { DeliveryReport } from '../app/deliver.ts'
import type { PolledFeed } from '../app/halves.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import type { Act, CommonOptions } from './command.ts'
import { deliveryLine } from './digest.ts'
import { isFailure, pollLine } from './poll-report.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

/* What the commands that run until they are stopped have in common. */

/** What printing needs besides the terminal. */
export interface DaemonTime {
  readonly now: () => number
  /** The time zone of the settings; null for the machine's. */
  readonly zoneOf: (options: CommonOptions) => string | null
}

/** Prints a line with the time before it. */
export type SayAt = (words: string) => void

/** Runs until the process is stopped; starts over when the database was replaced. */
export function runDaemon(
  act: Act,
  time: DaemonTime,
  run: (options: CommonOptions, terminal: Terminal, sayAt: SayAt) => Promise<void>,
): (options: CommonOptions) => Promise<void> {
  /** Returns whether to start over. */
  const runOnce = async (options: CommonOptions): Promise<boolean> => {
    let isReplaced = false
    await act(options, async (terminal) => {
      const zone = time.zoneOf(options)
      const sayAt = (words: string) => terminal.say(`${localTime(time.now(), zone)}  ${words}`)
      try {
        await run(options, terminal, sayAt)
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
  return async (options) => {
    while (await runOnce(options));
  }
}

/** Prints what an engine does. */
export function engineOutput(terminal: Terminal, sayAt: SayAt) {
  const troubles = new Set<string>()
  return {
    onPoll: (polled: PolledFeed) => {
      const { outcome, count } = polled
      const isNews = count.added + count.revised > 0 || isFailure(outcome) || outcome.kind === 'moved'
      if (isNews || terminal.verbose) sayAt(pollLine(polled, terminal.messageWidth - 18))
    },
    onDelivery: (report: DeliveryReport) => sayAt(deliveryLine(report)),
    onAlert: (report: DeliveryReport) => sayAt(`breaking news, ${deliveryLine(report)}`),
    onTrouble: (words: string) => {
      // Retried every half minute: the same message is printed once.
      if (!troubles.has(words)) sayAt(words)
      troubles.add(words)
    },
    onOutage: sayAt,
  }
}
