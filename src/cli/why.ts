import type { Command } from 'commander'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { feedPage } from './feeds.ts'

/** Why something is as it is. */
export function whyCommand(withApp: WithApp): Command {
  return newCommand('why', 'Why a feed is polled when it is, and how it is judged', [
    'why 12',
    'why news.example.org/rss',
  ])
    .argument('<feed>', 'number, address or name of a feed')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const detail = await app.feed(wanted)
        const { health, nextBecause, feed } = detail
        if (options.json)
          terminal.print(JSON.stringify({ feed: feed.id, health, next: feed.nextPlan, because: nextBecause }, null, 2))
        else terminal.print(feedPage(detail, app, terminal))
        return 0
      }),
    )
}
