import type { Command } from 'commander'
import { counted } from '../core/text/counted.ts'
import { newReaderCommand, type WithApp } from './command.ts'
import {
  type DigestOptions,
  formatOf,
  sayWhenNothingIsRead,
  sayWhichDay,
  tellDeliveries,
  wishOf,
  withDigestOptions,
} from './digest.ts'
import { count, isFailure, newTally, pollLine, tallyLine } from './poll-report.ts'
import { startProgress } from './progress.ts'

/** One whole pass. Exits 1 when every feed failed. */
export function runCommand(withApp: WithApp<'polls' | 'digests' | 'feeds' | 'zone'>): Command {
  return withDigestOptions(
    newReaderCommand('run', 'Poll the feeds that are due, refine the stories and make a digest: one whole pass', [
      'run',
      'run --format html > today.html',
      'run --type morning --send',
    ]),
  ).action((options: DigestOptions) =>
    withApp(options, async (app, terminal) => {
      const [wish, format] = [wishOf(options), formatOf(options)]
      await app.digests.check(wish, options.send === true)
      await sayWhenNothingIsRead(app.feeds, terminal)
      const plan = await app.polls.plan([], false)
      const progress = startProgress(terminal, 'feeds', plan.length)
      const tally = newTally()
      const stages = { entries: 0, guid: 0, url: 0, title: 0 }
      await app.polls.run(plan, false, (report) => {
        count(tally, report)
        const { added, revised, duplicates, removed } = report.count
        const looked = added + revised + duplicates
        // Entries with a known raw hash were skipped: the feed listed them before.
        stages.entries += Math.max(report.entries, looked)
        stages.guid += removed.guid + Math.max(0, report.entries - looked)
        stages.url += removed.url
        stages.title += removed.title
        progress.step(pollLine(report, 60))
        if (isFailure(report.outcome)) terminal.say(pollLine(report, terminal.messageWidth))
      })
      progress.done()
      terminal.say(plan.length === 0 ? 'No feed is due.' : tallyLine(tally))
      const afterGuid = stages.entries - stages.guid
      const afterUrl = afterGuid - stages.url
      terminal.say(
        `Fetched ${counted(stages.entries, 'entry', 'entries')}, ${afterGuid} after guid, ${afterUrl} after address, ${afterUrl - stages.title} after title`,
      )
      const isKept = options.type !== undefined || options.send === true
      const asked = isKept ? await app.digests.today(wish, options.send === true) : null
      if (asked !== null) sayWhichDay(asked, app.zone, terminal)
      const digest = asked?.digest ?? (await app.digests.preview(wish))
      const noteworthy = digest.noteworthy.reduce((sum, { items }) => sum + items.length, 0)
      terminal.say(
        `Selected ${counted(digest.topStories.length, 'top story', 'top stories')}, ${noteworthy} noteworthy, ${digest.alsoMentioned.length} also mentioned`,
      )
      terminal.printDocument(await app.digests.rendered(digest, format))
      const sent = asked === null ? 0 : tellDeliveries(asked.deliveries, terminal)
      return tally.polled > 0 && tally.failed === tally.polled ? 1 : sent
    }),
  )
}
