import type { Command } from 'commander'
import type { App } from '../app/app.ts'
import type { NamedKind } from '../app/find-article.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { feedPage } from './feeds.ts'
import { isoInstants } from './iso-instants.ts'
import { articlePage, storyPage } from './reasons.ts'
import type { Terminal } from './terminal.ts'

const KINDS: readonly string[] = ['article', 'story', 'feed']
const EXAMPLES: Readonly<Record<NamedKind, string>> = {
  article: 'article 1204',
  story: 'story 3fa2c1',
  feed: 'feed 12',
}

type WhyParts = 'articles' | 'stories' | 'feeds' | 'kindOf' | 'now' | 'zone'

/** Why something is as it is. */
export function whyCommand(withApp: WithApp<WhyParts>): Command {
  return newReadingCommand('why', 'Why an article, a story or a feed is as it is: every finding, value and threshold', [
    'why article 1204',
    'why https://news.example.org/2026/quake',
    'why story 3fa2c1',
    'why feed 12',
  ])
    .argument('<what...>', '[article|story|feed] and its number, address or name')
    .action((words: readonly string[], options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const [kind, wanted] = meantBy(words)
        await printReasons(app, kind, wanted, options, terminal)
        return 0
      }),
    )
}

function meantBy(words: readonly string[]): [NamedKind | null, string] {
  const [first, ...rest] = words
  if (rest.length === 0 && KINDS.includes(first!))
    throw new UserError(`name the ${first}, such as \`copytaster why ${EXAMPLES[first as NamedKind]}\``)
  return rest.length > 0 && KINDS.includes(first!) ? [first as NamedKind, rest.join(' ')] : [null, words.join(' ')]
}

async function printReasons(
  app: Pick<App, WhyParts>,
  kind: NamedKind | null,
  wanted: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const print = (value: unknown, page: () => string) =>
    options.json ? terminal.printJson(isoInstants(value), 2) : terminal.print(page())
  const what = kind ?? (await app.kindOf(wanted))
  if (what === 'article') {
    const reasons = await app.articles.why(wanted)
    return print(reasons, () => articlePage(reasons, app.zone, terminal))
  }
  if (what === 'story') {
    const reasons = await app.stories.why(wanted)
    return print(reasons, () => storyPage(reasons, app.zone, terminal))
  }
  const detail = await app.feeds.detail(wanted)
  const { health, nextBecause, feed } = detail
  const reasons = { feed: feed.id, health, next: feed.nextPlan, because: nextBecause }
  return print(reasons, () => feedPage(detail, app, terminal))
}
