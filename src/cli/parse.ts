import type { Command } from 'commander'
import type { DocumentRequest, ParsedDocument } from '../app/parse-document.ts'
import type { Entry } from '../core/domain/entry.ts'
import type { ParsedFeed } from '../core/domain/feed-document.ts'
import { articleBody } from '../core/normalize/article-body.ts'
import { articleDate } from '../core/normalize/article-date.ts'
import { articleTitle, plainTitle } from '../core/normalize/article-title.ts'
import { counted } from '../core/text/counted.ts'
import { articleJson } from './article-json.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { screenLine } from './escape-control-characters.ts'
import type { Terminal } from './terminal.ts'
import { fitText } from './text-width.ts'
import { localTime } from './times.ts'

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
        else terminal.print(report(parsed, terminal))
        return parsed.document.kind === 'feed' ? 0 : 1
      }),
    )
}

function json({ document, articles }: ParsedDocument): Record<string, unknown> {
  const given = articles === null ? {} : { articles: articles.map(articleJson) }
  if (document.kind === 'notAFeed') return { ...document, feed: null, entries: [], ...given }
  return { ...document, entries: document.entries.map(({ raw: _, ...entry }) => entry), ...given }
}

function report(parsed: ParsedDocument, terminal: Terminal): string {
  const { document } = parsed
  const { colors } = terminal
  const encoding = `${document.encoding.name} (by ${document.encoding.reason})`
  if (document.kind === 'notAFeed') {
    const what = { html: 'a web page', empty: 'empty', json: 'JSON', xml: 'other XML', unknown: 'nothing we know' }
    return [`This is no feed: it is ${what[document.looksLike]}, ${encoding}.`, ...warnings(parsed, terminal)].join(
      '\n',
    )
  }
  const heads = [
    colors.bold(title(document)),
    `${document.version}, ${encoding}, ${counted(document.entries.length, 'entry', 'entries')}${document.recovered === 'strict' ? '' : `, ${document.recovered}`}`,
  ]
  return [
    ...heads,
    '',
    ...document.entries.map((entry) => entryLine(entry, terminal.width)),
    ...warnings(parsed, terminal),
  ].join('\n')
}

function title({ feed }: ParsedFeed): string {
  return (feed.title && plainTitle(feed.title)) ?? feed.link ?? 'A feed without a title'
}

function entryLine(entry: Entry, width: number): string {
  const date = articleDate(entry.dates, Number.MAX_SAFE_INTEGER)
  const time = date.dateUncertain ? 'no date         ' : localTime(date.published, null)
  const name = articleTitle(entry.title, articleBody(entry.texts, entry.base).text) ?? '(no title)'
  return fitText(`${time}  ${name}  ${entry.originalLink ?? entry.link ?? '(no link)'}`, width).trimEnd()
}

/** Columns shown before and after the position. */
const AROUND = 36

function warnings({ warnings: list }: ParsedDocument, { colors }: Terminal): string[] {
  return list.flatMap(({ warning, line }) => {
    const place = warning.at === null ? '' : `${warning.at.line}:${warning.at.column} `
    const message = `${colors.yellow('!')} ${place}${warning.message} [${warning.code}]`
    if (line === null || warning.at === null) return ['', message]
    const at = warning.at.column - 1
    const from = Math.max(0, at - AROUND)
    return ['', message, `  ${screenLine(line.slice(from, at + AROUND))}`, `  ${' '.repeat(at - from)}^`]
  })
}
