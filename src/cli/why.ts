import type { Command } from 'commander'
import type { App } from '../app/app.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import { feedPage } from './feeds.ts'
import { articlePage, storyPage } from './reasons.ts'
import type { Terminal } from './terminal.ts'

type Kind = 'article' | 'story' | 'feed'
const KINDS: readonly string[] = ['article', 'story', 'feed']

/** `why`: explains an article, a story or a feed. */
export function whyCommand(withApp: WithApp): Command {
  return newCommand('why', 'Why an article, a story or a feed is as it is: every finding, value and threshold', [
    'why article 1204',
    'why https://news.example.org/2026/quake',
    'why story 3fa2c1',
    'why feed 12',
  ])
    .argument('<what...>', '[article|story|feed] and its number, address or name')
    .action((words: readonly string[], options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const [kind, wanted] = meantBy(words)
        const page = await pageOf(app, kind, wanted, options, terminal)
        terminal.print(page)
        return 0
      }),
    )
}

function meantBy(words: readonly string[]): [Kind | null, string] {
  const [first, ...rest] = words
  return rest.length > 0 && KINDS.includes(first!) ? [first as Kind, rest.join(' ')] : [null, words.join(' ')]
}

async function pageOf(
  app: App,
  kind: Kind | null,
  wanted: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<string> {
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const what = kind ?? (await app.kindOf(wanted))
  if (what === 'article') {
    const reasons = await app.whyArticle(wanted)
    return options.json ? json(reasons) : articlePage(reasons, app, terminal)
  }
  if (what === 'story') {
    const reasons = await app.whyStory(wanted)
    return options.json ? json(reasons) : storyPage(reasons, app, terminal)
  }
  const detail = await app.feed(wanted)
  const { health, nextBecause, feed } = detail
  return options.json
    ? json({ feed: feed.id, health, next: feed.nextPlan, because: nextBecause })
    : feedPage(detail, app, terminal)
}
