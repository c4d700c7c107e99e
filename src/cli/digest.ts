import type { Command } from 'commander'
import type { DeliveryReport } from '../app/deliver.ts'
import type { DigestRequest } from '../app/digest-maker.ts'
import type { Digests } from '../app/digests.ts'
import type { Feeds } from '../app/feeds.ts'
import type { RequestedDigest } from '../app/requested-digests.ts'
import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import type { DigestType } from '../core/domain/digest.ts'
import { UserError } from '../core/domain/user-error.ts'
import { durationMs } from '../core/text/duration.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

export const TYPES: readonly DigestType[] = ['morning', 'midday', 'evening', 'weekly']
export const FORMATS: readonly DigestFormat[] = ['md', 'html', 'email', 'json', 'atom', 'rss']

export interface DigestOptions extends CommonOptions {
  readonly type?: string
  readonly format?: string
  readonly window?: string
  readonly topics?: string
  readonly tab?: string
  readonly send?: boolean
  readonly resend?: boolean
}

/** What was read, on paper. */
export function digestCommand(withApp: WithApp<'digests' | 'feeds' | 'zone'>): Command {
  return withDigestOptions(
    newReadingCommand('digest', 'Make a digest of what is stored', [
      'digest',
      'digest --format html > today.html',
      'digest --type evening --send',
      'digest --window 48h --topics 12 --tab en_news',
      'digest --at 2026-11-14T07:00Z',
      'digest --resend',
    ]),
  )
    .option('--resend', 'send again what may not have arrived in the last week; makes no new digest')
    .action((options: DigestOptions) =>
      withApp(options, async (app, terminal) => {
        const wish = wishOf(options)
        if (options.at !== undefined && (options.send || options.resend))
          throw new UserError('--at only looks back: leave it away to send a digest')
        if (options.resend) return resend(app.digests, wish.type, options, terminal)
        const format = formatOf(options)
        await sayWhenNothingIsRead(app.feeds, terminal)
        await app.digests.check(wish, options.send === true)
        if ((options.type === undefined && !options.send) || options.at !== undefined) {
          terminal.printDocument(await app.digests.rendered(await app.digests.preview(wish), format))
          return 0
        }
        const asked = await app.digests.today(wish, options.send === true)
        sayWhichDay(asked, app.zone, terminal)
        terminal.printDocument(await app.digests.rendered(asked.digest, format))
        return tellDeliveries(asked.deliveries, terminal)
      }),
    )
}

/** What is to be known of a digest beside what it says: that it was made before, or is not yet the one of the day. */
export function sayWhichDay(
  { digest, localDate, fresh, dueAt }: RequestedDigest,
  zone: string | null,
  terminal: Terminal,
): void {
  const name = `the ${digest.type} digest of ${localDate}`
  if (!fresh) terminal.say(`This is ${name}, made at ${localTime(digest.at, zone)}; there is one a day.`)
  if (dueAt !== null) {
    terminal.say(`A preview, not stored: ${name} is made at ${localTime(dueAt, zone)}, as digest.schedule says.`)
  }
}

/** Sends deliveries with an unknown result again: only a person can decide to risk a second copy. */
async function resend(
  digests: Digests,
  type: DigestType | null,
  { json }: DigestOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  await digests.check({ type, windowMs: null, topics: null, tab: null }, true)
  const reports = await digests.resendDoubtful(type)
  if (json) terminal.printJson(reports, 2)
  if (reports.length === 0) terminal.say('No delivery of the last week is in doubt.')
  return tellDeliveries(reports, terminal)
}

/** An empty digest says that nothing was published; where nothing is read, that needs a word more. */
export async function sayWhenNothingIsRead(feeds: Pick<Feeds, 'list'>, terminal: Terminal): Promise<void> {
  if ((await feeds.list()).length > 0) return
  terminal.say('No feeds yet: `copytaster feeds add ADDRESS` adds one, `copytaster init` writes a feeds.yaml.')
}

export function withDigestOptions(command: Command): Command {
  return command
    .option('--type <type>', `${TYPES.join(', ')}; stored from its scheduled hour on, one a day`)
    .option('--format <format>', `${FORMATS.join(', ')} (default: md)`)
    .option('--window <time>', 'how far back, such as 90min, 24h or 7d (default: from the settings)')
    .option('--topics <n>', 'group into so many topics')
    .option('--tab <tab>', 'only this tab: key or name')
    .option('--send', 'deliver it as the settings say; never twice')
}

export function wishOf({ type, window, topics, tab }: DigestOptions): DigestRequest {
  return {
    type: type === undefined ? null : oneOf('--type', type, TYPES),
    windowMs: window === undefined ? null : windowMs(window),
    topics: topics === undefined ? null : wholeNumber('--topics', topics, 1, 5000),
    tab: tab ?? null,
  }
}

export function formatOf({ format, json }: DigestOptions): DigestFormat {
  if (format === undefined) return json ? 'json' : 'md'
  return oneOf('--format', format, FORMATS)
}

function oneOf<T extends string>(place: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given)
  if (found === undefined) throw new UserError(`${place} must be one of ${allowed.join(', ')}, got "${given}"`)
  return found
}

function windowMs(text: string): number {
  const ms = durationMs(text)
  if (ms !== null && ms > 0) return ms
  throw new UserError(`--window must be a length of time such as 90min, 24h or 7d, got "${text}"`)
}

/** Prints the results of deliveries; 1 when one certainly failed. */
export function tellDeliveries(deliveries: readonly DeliveryReport[], terminal: Terminal): 0 | 1 {
  for (const one of deliveries) terminal.say(deliveryLine(one))
  return deliveries.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** The result of one delivery in one line. */
export function deliveryLine({ channel, recipient, outcome, detail }: DeliveryReport): string {
  const to = `${channel} to ${recipient}`
  switch (outcome) {
    case 'sent':
      return `${to}: sent`
    case 'already':
      return `${to}: was sent, or tried, before; never twice`
    case 'failed':
      return `${to}: not sent (${detail}); it is tried again with the next --send`
    case 'unknown':
      return `${to}: may have arrived, which is not known (${detail}); only \`copytaster digest --resend\` sends it again`
    case 'left':
      return `${to}: stays in doubt (${detail})`
  }
}
