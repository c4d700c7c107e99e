import type { Command } from 'commander'
import { DISPOSITIONS } from '../app/reason-words.ts'
import type { Replay, ReplayCount } from '../app/replay.ts'
import type { DedupSettings } from '../app/stories.ts'
import type { Disposition } from '../core/domain/disposition.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { type CommonOptions, newReaderCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

interface ReplayOptions extends CommonOptions {
  readonly limit: string
}

/** The dedup settings a command line asks for. */
export type DedupSettingsOf = (options: CommonOptions) => DedupSettings

/** `replay`: decides stored articles again under other settings and prints the differences; changes nothing. */
export function replayCommand(withApp: WithApp<'stories'>, settingsOf: DedupSettingsOf): Command {
  return newReaderCommand(
    'replay',
    'Decide everything stored again under other settings and show what differs; changes nothing',
    ['replay --set dedup.link_certainty=0.7', 'replay --set dedup.policy=three-tier --json'],
  )
    .option('--limit <n>', 'how many differences to show', '20')
    .action((options: ReplayOptions) => {
      const { set, ...without } = options
      return withApp(without, async (app, terminal) => {
        if (set === undefined) throw new UserError('name what to change, such as --set dedup.link_certainty=0.7')
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        const replay = await app.stories.replay(settingsOf(options))
        if (options.json) terminal.printJson(replay, 2)
        else terminal.print(page(replay, limit, terminal))
        return 0
      })
    })
}

function page({ articles, hidden, before, after, changes }: Replay, limit: number, terminal: Terminal): string {
  const rows: [string, (count: ReplayCount) => number][] = [
    ...Object.entries(DISPOSITIONS).map(([name, words]): [string, (count: ReplayCount) => number] => [
      words,
      (count) => count.dispositions[name as Disposition] ?? 0,
    ]),
    ['stories of several articles', (count) => count.severals],
    ['stories', (count) => count.stories],
  ]
  const columns = [
    { heading: 'COUNT OF' },
    { heading: 'CURRENT', right: true },
    { heading: 'WITH CHANGES', right: true },
  ]
  const counts = rows.map(([words, of]) => [words, String(of(before)), String(of(after))])
  const shown = changes
    .slice(0, limit)
    .flatMap(({ article, before: current, after: changed, with: nowWith, wouldBeWith }) => [
      `${article.id} ${article.title} (${article.sourceName})`,
      ...(current.disposition === changed.disposition
        ? []
        : [`    ${DISPOSITIONS[current.disposition]} → ${DISPOSITIONS[changed.disposition]}`]),
      ...nowWith.filter((title) => !wouldBeWith.includes(title)).map((title) => `    would not be with: ${title}`),
      ...wouldBeWith.filter((title) => !nowWith.includes(title)).map((title) => `    would be with: ${title}`),
    ])
  const more = changes.length > limit ? [`… and ${changes.length - limit} more; --limit shows them.`] : []
  const unseen =
    hidden === 0
      ? []
      : [
          '',
          `${counted(hidden, 'entry', 'entries')} without an article (pruned, or dropped by the policy at the time) not decided again.`,
        ]
  return [
    ...tableLines(columns, counts, terminal.width),
    '',
    changes.length === 0
      ? `None of ${counted(articles, 'article')} would be decided differently.`
      : `${changes.length} of ${counted(articles, 'article')} would be decided differently:`,
    ...shown,
    ...more,
    ...unseen,
  ].join('\n')
}
