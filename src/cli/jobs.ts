import type { Command } from 'commander'
import { deadJobLine } from '../app/jobs.ts'
import { counted } from '../core/text/counted.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { localTime } from './times.ts'

interface JobsOptions extends CommonOptions {
  readonly retry?: readonly string[]
  readonly drop?: readonly string[]
}

/** `jobs`: who works on the store, and what failed for good. */
export function jobsCommand(withApp: WithApp<'jobs' | 'zone'>): Command {
  const command = newCommand(
    'jobs',
    'List the processes that share a PostgreSQL and the jobs that failed for good; try those again or drop them',
    ['jobs', 'jobs --retry all', 'jobs --drop 17'],
  )
    .option('--retry <id...>', 'try dead jobs again now, or `all`')
    .option('--drop <id...>', 'remove dead jobs, or `all`')
  return command.action((options: JobsOptions) =>
    withApp(options, async ({ jobs, zone }, terminal) => {
      const retried = await jobs.retry(options.retry ?? [])
      const dropped = await jobs.drop(options.drop ?? [])
      const [workers, dead] = [await jobs.workers(), await jobs.dead()]
      if (options.json) {
        terminal.printJson({ retried: retried.length, dropped: dropped.length, workers, dead })
        return 0
      }
      if (retried.length > 0) terminal.say(`${counted(retried.length, 'job')} tried again.`)
      if (dropped.length > 0) terminal.say(`${counted(dropped.length, 'job')} dropped.`)
      for (const { name, kind, leads, startedAt } of workers) {
        terminal.print(`${kind} ${name} since ${localTime(startedAt, zone)}${leads ? ', admits' : ''}`)
      }
      if (workers.length === 0) terminal.print('No process shares this database now.')
      for (const job of dead) terminal.print(`dead ${deadJobLine(job)}`)
      return 0
    }),
  )
}
