import type { Command } from 'commander'
import type { DocumentRequest, ParsedDocument } from '../app/parse-document.ts'
import { articleJson } from './article-json.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'

interface ParseOptions extends CommonOptions {
  readonly articles?: boolean
  readonly contentType?: string
  readonly baseUrl?: string
}

/** `parse`: shows what a feed document contains, and its faults. Exits 1 when it is not a feed. */
export function parseCommand(
  act: Act,
  parse: (request: Omit<DocumentRequest, 'now'>, options: CommonOptions) => Promise<ParsedDocument>,
): Command {
  const command = newCommand('parse', 'Read one feed document and show what it holds', [
    'parse feed.xml',
    'parse https://news.example.org/rss --articles --json',
    'parse - --content-type "text/xml; charset=big5" < feed.xml',
  ])
  return command
    .argument('<document>', 'a file, a web address, or - for standard input')
    .option('--articles', 'also the normalised articles')
    .option('--content-type <type>', 'the Content-Type that the server sent')
    .option('--base-url <address>', 'where it was fetched from, for relative links')
    .action((from: string, options: ParseOptions) =>
      act(options, async (terminal) => {
        const request = {
          from,
          contentType: options.contentType ?? null,
          baseUrl: options.baseUrl ?? null,
          articles: options.articles === true,
        }
        const parsed = await parse(request, options)
        if (options.json) terminal.printJson(json(parsed), 2)
        else terminal.print((await import('./parse-report.ts')).parseReport(parsed, terminal))
        return parsed.document.kind === 'feed' ? 0 : 1
      }),
    )
}

function json({ document, articles }: ParsedDocument): Record<string, unknown> {
  const given = articles === null ? {} : { articles: articles.map(articleJson) }
  if (document.kind === 'notAFeed') return { ...document, feed: null, entries: [], ...given }
  return { ...document, entries: document.entries.map(({ raw: _, ...entry }) => entry), ...given }
}
