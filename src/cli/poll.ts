import type { Command } from 'commander'
import type { PollReport } from '../app/poll-feed.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { count, isFailure, newTally, pollJson, pollLine, tallyLine } from './poll-report.ts'
import { startProgress } from './progress.ts'

interface PollOptions extends CommonOptions {
  readonly all?: boolean
}

/** Exits 1 when every feed failed. */
export function pollCommand(withApp: WithApp): Command {
  const command = newCommand('poll', 'Poll the feeds that are due, then stop', [
    'poll',
    'poll --all',
    'poll 12 https://news.example.org/rss',
  ])
  return command
    .argument('[feeds...]', 'numbers, addresses or names of feeds; else those that are due')
    .option('--all', 'poll every feed, due or not')
    .action((names: string[], options: PollOptions) =>
      withApp(options, async (app, terminal) => {
        const plan = await app.pollPlan(names, options.all === true)
        const progress = startProgress(terminal, 'feeds', plan.length)
        const tally = newTally()
        const reports: PollReport[] = []
        const summary = await app.poll(plan, names.length > 0 || options.all === true, (report) => {
          count(tally, report)
          reports.push(report)
          progress.step(pollLine(report, 60))
        })
        progress.done()
        if (options.json) terminal.print(JSON.stringify(reports.map(pollJson), null, 2))
        else {
          const worth = terminal.verbose
            ? reports
            : reports.filter(({ outcome }) => isFailure(outcome) || outcome.kind === 'moved')
          for (const report of worth) terminal.say(pollLine(report, terminal.width))
          terminal.print(plan.length === 0 ? 'No feed is due.' : tallyLine(tally))
        }
        for (const host of summary.busyHosts) terminal.say(`${host}: skipped, another process is polling it`)
        return tally.polled > 0 && tally.failed === tally.polled ? 1 : 0
      }),
    )
}
