import type { ParsedDocument } from '../app/parse-document.ts'
import type { Entry } from '../core/domain/entry.ts'
import type { ParsedFeed } from '../core/domain/feed-document.ts'
import { articleBody } from '../core/normalize/article-body.ts'
import { articleDate } from '../core/normalize/article-date.ts'
import { articleTitle, plainTitle } from '../core/normalize/article-title.ts'
import { counted } from '../core/text/counted.ts'
import { screenLine } from './escape-control-characters.ts'
import type { Terminal } from './terminal.ts'
import { fitText } from './text-width.ts'
import { localTime } from './times.ts'

/** What a feed document contains, and its faults, as text. */
export function parseReport(parsed: ParsedDocument, terminal: Terminal): string {
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
