import type { Command } from 'commander'
import type { EngagementKind } from '../core/domain/interest.ts'
import { type CommonOptions, newReaderCommand, type WithApp } from './command.ts'
import { wholeNumber } from './whole-number.ts'

interface ProfileOptions extends CommonOptions {
  readonly reset?: boolean
  readonly limit: string
}

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
        const { profileJson, profilePage } = await import('./profile-page.ts')
        if (options.json) terminal.printJson(profileJson(profile), 2)
        else terminal.print(profilePage(profile, limit, app.zone, terminal.width))
        return 0
      }),
    )
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
