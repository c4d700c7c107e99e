import type { Command } from 'commander'
import type { ListedStory } from '../app/explain-story.ts'
import { counted } from '../core/text/counted.ts'
import { articleJson } from './article-json.ts'
import { type CommonOptions, newReaderCommand, newReadingCommand, type WithApp } from './command.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'
import { wholeNumber } from './whole-number.ts'

interface StoriesOptions extends CommonOptions {
  readonly all?: boolean
  readonly since?: string
  readonly limit: string
}

/** `stories`: lists stories and their articles. */
export function storiesCommand(withApp: WithApp<'stories' | 'zone'>): Command {
  return newReadingCommand('stories', 'Stories with several articles, newest first', [
    'stories',
    'stories --since 24h --limit 50',
    'stories --all --json',
  ])
    .option('--all', 'stories of a single article too')
    .option('--since <when>', 'with an article since: a day, an instant, or 90min, 24h, 7d ago')
    .option('--limit <n>', 'how many at most', '20')
    .action((options: StoriesOptions) =>
      withApp(options, async (app, terminal) => {
        const limit = wholeNumber('--limit', options.limit, 1, 1_000_000)
        const stories = await app.stories.list({
          limit,
          leastMembers: options.all ? 1 : 2,
          since: options.since ?? null,
        })
        if (options.json) terminal.printJson(stories.map(storyJson), 2)
        else if (stories.length === 0) terminal.say('No stories with several articles.')
        else terminal.print(storyTable(stories, app.zone, terminal.width).join('\n'))
        return 0
      }),
    )
}

function storyJson({ leadArticle, firstAt, lastAt, ...story }: ListedStory): Record<string, unknown> {
  const iso = (at: number) => new Date(at).toISOString()
  return { ...story, firstAt: iso(firstAt), lastAt: iso(lastAt), leadArticle: leadArticle && articleJson(leadArticle) }
}

function storyTable(stories: readonly ListedStory[], zone: string | null, width: number): string[] {
  const columns = [
    { heading: 'STORY' },
    { heading: 'NEWEST' },
    { heading: 'ARTICLES', right: true, drops: true },
    { heading: 'NEWSROOMS', right: true, drops: true },
    { heading: 'REPRINTS', right: true, drops: true },
    { heading: 'LEAD', main: true },
  ]
  const rows = stories.map((story) => [
    story.key.slice(0, 8),
    localTime(story.lastAt, zone),
    String(story.members),
    String(story.newsrooms),
    String(story.reprints),
    story.leadArticle === null ? '' : `${story.leadArticle.title} (${story.leadArticle.sourceName})`,
  ])
  return tableLines(columns, rows, width)
}

/** `split`: an article does not belong to its story. */
export function splitCommand(withApp: WithApp<'stories'>): Command {
  return newReaderCommand('split', 'Take an article out of its story; later runs keep it out', ['split 1204'])
    .argument('<article>', 'number or address')
    .action((wanted: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const { article, from } = await app.stories.split(wanted)
        if (options.json) terminal.printJson({ article: article.id, apartFrom: from })
        else
          terminal.print(
            `Article ${article.id} is kept apart from ${counted(from, 'other')}; \`copytaster join\` takes it back.`,
          )
        return 0
      }),
    )
}

/** `join`: two articles belong to one story. */
export function joinCommand(withApp: WithApp<'stories'>): Command {
  return newReaderCommand('join', 'Join two articles into one story; later runs keep them together', ['join 1204 1310'])
    .argument('<article>', 'number or address')
    .argument('<other>', 'number or address')
    .action((one: string, other: string, options: CommonOptions) =>
      withApp(options, async (app, terminal) => {
        const { pair, members } = await app.stories.join(one, other)
        const [a, b] = pair
        if (options.json) terminal.printJson({ joined: [a.id, b.id], members })
        else
          terminal.print(
            `Articles ${a.id} and ${b.id} tell one story of ${counted(members, 'article')} now; \`copytaster split\` takes one out again.`,
          )
        return 0
      }),
    )
}
