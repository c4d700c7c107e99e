import type { Command } from 'commander'
import type { PollReport } from '../app/poll-report.ts'
import { type CommonOptions, newReaderCommand, type WithApp } from './command.ts'
import { NO_FEEDS } from './feeds.ts'
import { count, isFailure, newTally, pollJson, pollLine, tallyLine } from './poll-report.ts'
import { startProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

interface PollOptions extends CommonOptions {
  readonly all?: boolean
}

/** Exits 1 when every feed failed. */
export function pollCommand(withApp: WithApp<'polls' | 'feeds'>): Command {
  const command = newReaderCommand('poll', 'Poll the feeds that are due, then stop', [
    'poll',
    'poll --all',
    'poll 12 https://news.example.org/rss',
  ])
  return command
    .argument('[feeds...]', 'numbers, addresses or names of feeds; else those that are due')
    .option('--all', 'poll every feed, due or not')
    .action((names: string[], options: PollOptions) =>
      withApp(options, async (app, terminal) => {
        const plan = await app.polls.plan(names, options.all === true)
        const progress = startProgress(terminal, 'feeds', plan.length)
        const tally = newTally()
        // A report refers to its document, so only its JSON is kept.
        const told: unknown[] = []
        const lines: string[] = []
        const summary = await app.polls.run(plan, names.length > 0 || options.all === true, (report) => {
          count(tally, report)
          if (options.json) told.push(pollJson(report))
          else if (isWorthALine(report, terminal)) lines.push(pollLine(report, terminal.messageWidth))
          progress.step(pollLine(report, 60))
        })
        progress.done()
        for (const line of lines) terminal.say(line)
        if (options.json) terminal.printJson(told, 2)
        else if (plan.length > 0) terminal.print(tallyLine(tally))
        else
          terminal.print(
            (await app.feeds.list()).length === 0 ? NO_FEEDS : 'No feed is due; `poll --all` polls them all the same.',
          )
        for (const host of summary.busyHosts) terminal.say(`${host}: skipped, another process is polling it`)
        return tally.polled > 0 && tally.failed === tally.polled ? 1 : 0
      }),
    )
}

function isWorthALine({ outcome }: PollReport, { verbose }: Terminal): boolean {
  return verbose || isFailure(outcome) || outcome.kind === 'moved'
}
