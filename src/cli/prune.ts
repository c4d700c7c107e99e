import type { Command } from 'commander'
import type { Pruned } from '../app/prune.ts'
import { counted } from '../core/text/counted.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { localTime } from './times.ts'

/** `serve` does the same every hour. */
export function pruneCommand(withApp: WithApp<'prune' | 'zone'>): Command {
  const command = newCommand(
    'prune',
    'Remove articles older than dedup.retention_days, and old polls, daily sums and events',
    ['prune', 'prune --set dedup.retention_days=90'],
  )
  return command.action((options: CommonOptions) =>
    withApp(options, async (app, terminal) => {
      const pruned = await app.prune()
      const { articles, polls, feedDays, events, before } = pruned
      if (options.json)
        terminal.printJson({ articles, polls, feedDays, events, before: new Date(before).toISOString() })
      else
        terminal.print(
          `Removed ${counted(articles, 'article')} from before ${localTime(before, app.zone)}, ${counted(polls, 'poll')}, ${counted(feedDays, 'daily sum')} and ${counted(events, 'event')}.`,
        )
      for (const line of doubts(pruned)) terminal.say(line)
      return 0
    }),
  )
}

/** Why less was removed than the clock asks for. */
function doubts({ aheadMs, clockTrusted }: Pruned): string[] {
  const days = Math.round(aheadMs / 86_400_000)
  return [
    ...(days > 0
      ? [`Articles: no publisher has dated anything in the last ${counted(days, 'day')}; age counts from there.`]
      : []),
    ...(clockTrusted
      ? []
      : ['Polls, daily sums and events stay: the clock is not believed until feeds were polled by it on three days.']),
  ]
}
