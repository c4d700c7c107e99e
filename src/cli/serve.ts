import type { Command } from 'commander'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { isFailure, pollLine } from './poll-report.ts'
import { localTime } from './times.ts'

/** Runs until it is told to stop. */
export function serveCommand(withApp: WithApp): Command {
  const command = newCommand('serve', 'Poll feeds at their times until stopped', ['serve', 'serve --verbose'])
  return command.action((options: CommonOptions) =>
    withApp(options, async (app, terminal) => {
      const feeds = await app.feeds()
      terminal.say(`Reading ${feeds.length} ${feeds.length === 1 ? 'feed' : 'feeds'}; Ctrl-C stops.`)
      if (feeds.length === 0) terminal.say('Add one with `copytaster feeds add ADDRESS`, or to feeds.yaml.')
      await app.serve((report) => {
        const news =
          report.count.added + report.count.revised > 0 || isFailure(report.outcome) || report.outcome.kind === 'moved'
        if (news || terminal.verbose)
          terminal.say(`${localTime(app.now(), app.zone)}  ${pollLine(report, terminal.width - 18)}`)
      })
      terminal.say('Stopped; nothing is lost.')
      return 0
    }),
  )
}
