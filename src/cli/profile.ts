import type { Command } from 'commander'
import type { EngagementKind, Profile } from '../core/domain/interest.ts'
import { explainProfile } from '../core/interests/explain-profile.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { countsLearned } from '../core/interests/profile-vector.ts'
import { type CommonOptions, newReaderCommand, type WithApp } from './command.ts'
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
  skipped: 'skipped',
  more: 'more of this',
  less: 'less of this',
  faded: 'faded with time',
  earlier: 'earlier',
} as const

/** What the reader cares about, and why we think so. */
export function profileCommand(withApp: WithApp<'readers' | 'zone'>): Command {
  return newReaderCommand(
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
  return [...tableLines(columns, rows, width), ...learnedLine(profile)].join('\n')
}

/** How much was learned, while it does not count yet. */
function learnedLine(profile: Profile): string[] {
  if (profile.learned.length === 0 || countsLearned(profile, INTEREST_POLICY)) return []
  const { articles, days } = profile.engaged
  const { leastArticles, leastDays } = INTEREST_POLICY
  const so = `${articles} ${articles === 1 ? 'article' : 'articles'} on ${days.length} ${days.length === 1 ? 'day' : 'days'}`
  return ['', `Learned of ${so} so far; it counts from ${leastArticles} articles on ${leastDays} days.`]
}

/** Teaches the profile; an article counts once, by the strongest that was said of it. */
export function teachCommands(withApp: WithApp<'readers'>): Command[] {
  const teach = (name: string, kind: EngagementKind, words: string, noted: (title: string) => string) =>
    newReaderCommand(name, words, [`${name} 1204`])
      .argument('<article>', 'number or address')
      .action((wanted: string, options: CommonOptions) =>
        withApp(options, async (app, terminal) => {
          const { article, isNew } = await app.readers.engage(wanted, kind)
          if (options.json) terminal.printJson({ article: article.id, engagement: kind, new: isNew })
          else if (!isNew) terminal.print(`Noted before, or more: "${article.title}". An article counts once.`)
          else terminal.print(`Noted: ${noted(article.title)}. \`copytaster profile\` shows what that changed.`)
          return 0
        }),
      )
  return [
    teach('more', 'more', 'Say that you want more like an article', (title) => `more like "${title}"`),
    teach('less', 'less', 'Say that you want less like an article', (title) => `less like "${title}"`),
    teach('read', 'read', 'Say that you read an article', (title) => `you read "${title}"`),
    teach('save', 'saved', 'Save an article: it is kept, and counts as interest', (title) => `saved "${title}"`),
    teach('skip', 'skipped', 'Say that you saw an article and passed it over', (title) => `you skipped "${title}"`),
  ]
}
