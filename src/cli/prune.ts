import type { Command } from 'commander'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { counted } from './counted.ts'
import { localTime } from './times.ts'

/** `serve` does the same every hour. */
export function pruneCommand(withApp: WithApp<'prune' | 'zone'>): Command {
  const command = newCommand('prune', 'Remove articles older than dedup.retention_days, and polls older than a week', [
    'prune',
    'prune --set dedup.retention_days=90',
  ])
  return command.action((options: CommonOptions) =>
    withApp(options, async (app, terminal) => {
      const { articles, polls, before } = await app.prune()
      if (options.json) terminal.printJson({ articles, polls, before: new Date(before).toISOString() })
      else
        terminal.print(
          `Removed ${counted(articles, 'article')} from before ${localTime(before, app.zone)} and ${counted(polls, 'poll')}.`,
        )
      return 0
    }),
  )
}
