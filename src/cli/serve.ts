import type { Command } from 'commander'
import type { DeliveryReport } from '../app/deliver.ts'
import type { DigestArchive } from '../app/digests.ts'
import { doubtLine } from '../app/doctor.ts'
import type { PollReport } from '../app/poll-feed.ts'
import type { ScheduledDigest } from '../app/scheduled-digests.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { counted } from './counted.ts'
import { deliveryLine } from './digest.ts'
import { isFailure, pollLine } from './poll-report.ts'
import { localTime } from './times.ts'

/** Opens the address where digests are shown. */
export type Listen = (
  at: string,
  digests: DigestArchive,
) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>

/** `serve`: runs until stopped. */
export function serveCommand(
  withApp: WithApp<'feeds' | 'digests' | 'serve' | 'listenAt' | 'now' | 'zone'>,
  listen: Listen,
): Command {
  const command = newCommand(
    'serve',
    'Poll feeds at their times, make digests at theirs and show them, until stopped',
    ['serve', 'serve --verbose'],
  )
  /** Gives whether to start over. */
  const serve = (options: CommonOptions): Promise<boolean> => {
    let isReplaced = false
    const served = withApp(options, async (app, terminal) => {
      const feeds = await app.feeds.list()
      terminal.say(`Reading ${counted(feeds.length, 'feed')}; Ctrl-C stops.`)
      if (feeds.length === 0) terminal.say('Add one with `copytaster feeds add ADDRESS`, or to feeds.yaml.')
      const { url, close } = await listen(app.listenAt, app.digests)
      terminal.say(`The latest news and all digests are shown at ${url}`)
      for (const doubt of await app.digests.inDoubt())
        terminal.say(`In doubt: ${doubtLine(doubt)}; \`copytaster digest --resend\` sends it again`)
      const onPoll = (report: PollReport) => {
        const news =
          report.count.added + report.count.revised > 0 || isFailure(report.outcome) || report.outcome.kind === 'moved'
        if (news || terminal.verbose)
          terminal.say(`${localTime(app.now(), app.zone)}  ${pollLine(report, terminal.messageWidth - 18)}`)
      }
      const onDigest = ({ stored: { type, localDate } }: ScheduledDigest) => {
        const name = `${type} digest of ${localDate}`
        terminal.say(`${localTime(app.now(), app.zone)}  ${name}: ${url}digests/${localDate}/${type}`)
      }
      const onDelivery = (report: DeliveryReport) =>
        terminal.say(`${localTime(app.now(), app.zone)}  ${deliveryLine(report)}`)
      const troubles = new Set<string>()
      const onTrouble = (words: string) => {
        // Retried every half minute: the same message is printed once.
        if (!troubles.has(words)) terminal.say(`${localTime(app.now(), app.zone)}  ${words}`)
        troubles.add(words)
      }
      const onOutage = (words: string) => terminal.say(`${localTime(app.now(), app.zone)}  ${words}`)
      const onAlert = (report: DeliveryReport) =>
        terminal.say(`${localTime(app.now(), app.zone)}  breaking news, ${deliveryLine(report)}`)
      try {
        await app.serve({ onPoll, onDigest, onDelivery, onTrouble, onAlert, onOutage }).finally(close)
      } catch (error) {
        isReplaced = error instanceof StoreTrouble && error.kind === 'replaced'
        if (!isReplaced) throw error
        terminal.say(
          `${localTime(app.now(), app.zone)}  the database was restored, migrated or replaced: starting over`,
        )
        return 0
      }
      terminal.say('Stopped; nothing is lost.')
      return 0
    })
    return served.then(() => isReplaced)
  }
  return command.action(async (options: CommonOptions) => {
    while (await serve(options));
  })
}
