import type { Command } from 'commander'
import type { Feeds } from '../app/feeds.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

interface EventsOptions extends CommonOptions {
  readonly after?: string
  readonly limit: string
}

type Listed = Awaited<ReturnType<Feeds['events']>>[number]

/** `events`: what happened to feeds: moved, dead, unhealthy, recovered. */
export function eventsCommand(withApp: WithApp<'feeds' | 'zone'>): Command {
  const command = newReadingCommand('events', 'What happened to feeds: moved, died, became unhealthy or recovered', [
    'events',
    'events --after 120 --json',
  ])
  return command
    .option('--after <n>', 'only events after this number; else the latest')
    .option('--limit <n>', 'how many at most', '50')
    .action((options: EventsOptions) =>
      withApp(options, async (app, terminal) => {
        const after = options.after === undefined ? null : wholeNumber('--after', options.after, 0, 2 ** 31)
        const events = await app.feeds.events(after, wholeNumber('--limit', options.limit, 1, 100_000))
        if (options.json) terminal.printJson(events.map(eventJson), 2)
        else if (events.length === 0) terminal.say('No events.')
        else terminal.print(eventTable(events, app.zone, terminal.width))
        return 0
      }),
    )
}

function eventJson({ id, at, kind, subject, about, payload }: Listed): Record<string, unknown> {
  return { id, at: new Date(at).toISOString(), kind, subject, about, payload }
}

function eventTable(events: readonly Listed[], zone: string | null, width: number): string {
  const columns = [
    { heading: 'NO', right: true },
    { heading: 'WHEN', drops: true },
    { heading: 'WHAT' },
    { heading: 'ABOUT', shrinks: true },
    { heading: 'DETAILS', main: true },
  ]
  const rows = events.map(({ id, at, kind, subject, about, payload }) => [
    String(id),
    localTime(at, zone),
    kind,
    about ?? subject,
    details(payload),
  ])
  return tableLines(columns, rows, width).join('\n')
}

function details(payload: Listed['payload']): string {
  return Object.entries(payload)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
