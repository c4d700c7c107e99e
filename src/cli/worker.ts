import type { Command } from 'commander'
import type { WorkerListener } from '../app/worker.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { deliveryLine } from './digest.ts'
import { isFailure, pollLine } from './poll-report.ts'
import type { ServeTime } from './serve.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

/** Runs an engine beside others until the process is stopped. */
export type Work = (options: CommonOptions, listener: WorkerListener) => Promise<void>

/** `worker`: runs until stopped. */
export function workerCommand(act: Act, work: Work, time: ServeTime): Command {
  const command = newCommand(
    'worker',
    'Poll feeds, make digests and deliver them beside others on one PostgreSQL, until stopped',
    ['worker', 'worker --database postgres://db.example/copytaster --verbose'],
  )
  /** Gives whether to start over. */
  const workOnce = async (options: CommonOptions): Promise<boolean> => {
    let isReplaced = false
    await act(options, async (terminal) => {
      const zone = time.zoneOf(options)
      const sayAt = (words: string) => terminal.say(`${localTime(time.now(), zone)}  ${words}`)
      try {
        await work(options, listenerOn(terminal, sayAt))
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
    while (await workOnce(options));
  })
}

/** Prints what happens. */
function listenerOn(terminal: Terminal, sayAt: (words: string) => void): WorkerListener {
  const troubles = new Set<string>()
  return {
    onReading: (feeds) => terminal.say(`Working on ${counted(feeds, 'feed')} with others; Ctrl-C stops.`),
    onLeads: (leads) => {
      if (terminal.verbose) sayAt(leads ? 'this process admits for all from now on' : 'this process admits no more')
    },
    onPoll: (polled) => {
      const { outcome, count } = polled
      const isNews = count.added + count.revised > 0 || isFailure(outcome) || outcome.kind === 'moved'
      if (isNews || terminal.verbose) sayAt(pollLine(polled, terminal.messageWidth - 18))
    },
    onDigest: ({ stored: { type, localDate } }) => sayAt(`${type} digest of ${localDate}`),
    onDelivery: (report) => sayAt(deliveryLine(report)),
    onAlert: (report) => sayAt(`breaking news, ${deliveryLine(report)}`),
    onTrouble: (words) => {
      // Tried again and again: the same message is printed once.
      if (!troubles.has(words)) sayAt(words)
      troubles.add(words)
    },
    onOutage: sayAt,
  }
}
