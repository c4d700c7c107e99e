import type { Command } from 'commander'
import type { WorkerListener } from '../app/worker.ts'
import { counted } from '../core/text/counted.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { type DaemonTime, engineOutput, runDaemon, type SayAt } from './run-daemon.ts'
import type { Terminal } from './terminal.ts'

/** Runs an engine beside others until the process is stopped. */
export type Work = (options: CommonOptions, listener: WorkerListener) => Promise<void>

/** `worker`: runs until stopped. */
export function workerCommand(act: Act, work: Work, time: DaemonTime): Command {
  const command = newCommand(
    'worker',
    'Poll feeds, make digests and deliver them beside others on one PostgreSQL, until stopped',
    ['worker', 'worker --database postgres://db.example/copytaster --verbose'],
  )
  return command.action(runDaemon(act, time, (options, ...output) => work(options, workerOutput(...output))))
}

const TASKS = {
  leader: 'admits for all from now on',
  standby: 'keeps ready to admit from now on',
  none: 'neither admits nor keeps ready to admit any more',
}

/** Prints what happens. */
function workerOutput(terminal: Terminal, sayAt: SayAt): WorkerListener {
  return {
    ...engineOutput(terminal, sayAt),
    onReading: (feeds) => terminal.say(`Working on ${counted(feeds, 'feed')} with others; Ctrl-C stops.`),
    onElected: (as) => {
      if (terminal.verbose) sayAt(`this process ${TASKS[as ?? 'none']}`)
    },
    onDigest: ({ stored: { type, localDate } }) => sayAt(`${type} digest of ${localDate}`),
  }
}
