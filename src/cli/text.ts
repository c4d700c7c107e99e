import type { Command } from 'commander'
import type { App } from '../app/app.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { isoInstants } from './iso-instants.ts'
import { localTime } from './times.ts'

interface TextOptions extends CommonOptions {
  readonly fetch?: boolean
}

/** A page waits for polls of its host; nobody waits longer than this for it. */
const LONGEST_MS = 120_000

/** The text of an article: that of its page where it was fetched, else what the feed gave. */
export function textCommand(withApp: WithApp<'articles' | 'zone'>): Command {
  return newReadingCommand('text', 'The text of an article: of its own page where that was fetched, else of the feed', [
    'text 1204',
    'text 1204 --fetch',
    'text https://news.example.org/2026/quake --json',
  ])
    .argument('<article>', 'number or address')
    .option('--fetch', 'fetch the page first, unless its text is there')
    .action((wanted: string, options: TextOptions) =>
      withApp(options, async (app, terminal) => {
        if (options.fetch) await app.articles.fetchFullText(wanted, LONGEST_MS)
        const found = await textOf(app, wanted)
        if (options.json) terminal.printJson(isoInstants(found), 2)
        else terminal.print(page(found, app.zone))
        return 0
      }),
    )
}

async function textOf({ articles }: Pick<App, 'articles'>, wanted: string) {
  const article = await articles.find(wanted)
  if (article === null)
    throw new UserError(`no article is called "${wanted}"; \`copytaster articles\` and \`search\` show their numbers`)
  const { fullText = null, problem = null } = (await articles.fullText(article.id)) ?? {}
  const { id, title, url, text } = article
  return { id, title, url, text, fullText, problem }
}

function page({ title, text, fullText, problem }: Awaited<ReturnType<typeof textOf>>, zone: string | null): string {
  const lines = [title, '']
  if (fullText !== null)
    lines.push(
      `Full text of ${fullText.url}, fetched ${localTime(fullText.fetchedAt, zone)}, ${counted(fullText.wordCount, 'word')}`,
    )
  else lines.push('Text of the feed')
  if (problem !== null)
    lines.push(`The page gave none: ${problem.message}; not tried again before ${localTime(problem.retryAt, zone)}`)
  return [...lines, '', fullText?.text ?? text ?? '(no text)'].join('\n')
}
