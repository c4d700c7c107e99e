import type { Command } from 'commander'
import type { Profile } from '../core/domain/interest.ts'
import { explainProfile } from '../core/interests/explain-profile.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

interface ProfileOptions extends CommonOptions {
  readonly reset?: boolean
  readonly limit: string
}

const CAUSES = {
  configured: 'in feeds.yaml',
  category: 'a category of your sources',
  read: 'read',
  saved: 'saved',
  more: 'more of this',
  less: 'less of this',
  faded: 'faded with time',
  earlier: 'earlier',
} as const

/** What the reader cares about, and why we think so. */
export function profileCommand(withApp: WithApp<'readers' | 'zone'>): Command {
  return newCommand(
    'profile',
    'What you care about, what made it so, and how to forget it; it never leaves this machine',
    ['profile', 'profile --json > profile.json', 'profile --reset'],
  )
    .option('--reset', 'forget what was learned; what feeds.yaml says stays')
    .option('--limit <n>', 'how many terms at most', '30')
    .action((options: ProfileOptions) =>
      withApp(options, async (app, terminal) => {
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        if (options.reset) {
          await app.readers.forgetProfile()
          terminal.say('Forgotten; what feeds.yaml says stays.')
        }
        const profile = await app.readers.profile()
        if (options.json) terminal.printJson({ ...profile, weights: explainProfile(profile, INTEREST_POLICY) }, 2)
        else terminal.print(page(profile, limit, app.zone, terminal.width))
        return 0
      }),
    )
}

function page(profile: Profile, limit: number, zone: string | null, width: number): string {
  const weights = explainProfile(profile, INTEREST_POLICY)
  if (Object.keys(profile.standing.interests).length === 0 && profile.learned.length === 0) {
    return 'Nothing yet: name subjects under `interests` in feeds.yaml, or say `copytaster more ARTICLE` of what you like.'
  }
  const columns = [{ heading: 'WEIGHT', right: true }, { heading: 'TERM' }, { heading: 'BECAUSE', shrinks: true }]
  const rows = weights.slice(0, limit).map(({ weight, written, moves }) => [
    weight.toFixed(2),
    written,
    moves
      .slice(-3)
      .map(
        ({ cause, amount, at }) =>
          `${CAUSES[cause]} ${amount >= 0 ? '+' : ''}${amount.toFixed(2)}${at === null ? '' : ` (${localTime(at, zone).slice(0, 10)})`}`,
      )
      .join(', '),
  ])
  return tableLines(columns, rows, width).join('\n')
}

/** Teaches the profile. */
export function teachCommands(withApp: WithApp<'readers'>): Command[] {
  const teach = (kind: 'more' | 'less', words: string) =>
    newCommand(kind, words, [`${kind} 1204`])
      .argument('<article>', 'number or address')
      .action((wanted: string, options: CommonOptions) =>
        withApp(options, async (app, terminal) => {
          const article = await app.readers.engage(wanted, kind)
          if (options.json) terminal.printJson({ article: article.id, vote: kind })
          else terminal.print(`Noted: ${kind} like "${article.title}". \`copytaster profile\` shows what that changed.`)
          return 0
        }),
      )
  return [
    teach('more', 'Say that you want more like an article'),
    teach('less', 'Say that you want less like an article'),
  ]
}
