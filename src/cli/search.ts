import type { Command } from 'commander'
import type { Articles } from '../app/articles.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { articleTable, storedJson } from './articles.ts'
import { type CommonOptions, newReadingCommand, type WithApp } from './command.ts'
import { startProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

interface SearchOptions extends CommonOptions {
  readonly tab?: string
  readonly limit: string
  readonly rebuild?: boolean
}

type Hit = Awaited<ReturnType<Articles['search']>>[number]

const HELP = `
Words must all stand in the title or the text; of words joined by OR, one must. "two words" in quotes must stand side
by side, -word must not stand there, word* is the start of one. Traditional and simplified Chinese are found by
either. Fields: title:, source:, author:, category:, tab:, lang:, before:, after: (a day, an instant or 24h, 7d, 2w
ago). Most words in the title come first, then the newest.`

/** Looks for words in all that is stored. */
export function searchCommand(withApp: WithApp<'articles' | 'zone'>): Command {
  const command = newReadingCommand('search', 'Find articles by their words', [
    'search 地震',
    'search "interest rate" source:bbc after:7d',
    'search --tab en_news elections -- -sports',
    'search --rebuild',
  ])
  return command
    .argument('[words...]', 'what to look for')
    .option('--tab <tab>', 'only this tab: key or name')
    .option('--limit <n>', 'how many at most', '20')
    .option('--rebuild', 'rebuild the index first')
    .addHelpText('after', HELP)
    .allowUnknownOption()
    .action((words: string[], options: SearchOptions) =>
      withApp(options, async (app, terminal) => {
        const progress = startProgress(terminal, 'articles indexed', null)
        const onIndexed = (done: number) => {
          for (let i = 0; i < done; i++) progress.step('')
        }
        const line = lineOf(words)
        const limit = wholeNumber('--limit', options.limit, 1, 10_000)
        const rebuilt = options.rebuild ? await app.articles.rebuildSearch(onIndexed) : null
        if (rebuilt !== null) terminal.say(`The index is new: ${counted(rebuilt, 'article')}.`)
        if (rebuilt !== null && line === '') {
          progress.done()
          if (options.json) terminal.printJson({ indexed: rebuilt })
          return 0
        }
        const hits = await app.articles.search({ line, tab: options.tab ?? null, limit }, onIndexed)
        progress.done()
        if (options.json) terminal.printJson(hits.map(hitJson), 2)
        else if (hits.length === 0) terminal.say('Nothing found.')
        else terminal.print(hitLines(hits, app.zone, terminal))
        return 0
      }),
    )
}

/** The shell removes quotes: an argument with blanks was a phrase, unless it is the only one. */
export function lineOf(words: readonly string[]): string {
  const unknown = words.find((word) => /^--./.test(word))
  if (unknown !== undefined) throw new UserError(`error: unknown option '${unknown}'`)
  return words
    .map((word) => {
      if (!/\s/u.test(word) || /["“”]/u.test(word)) return word
      const [, field = '', phrase = ''] = /^(-?(?:[a-z]+:)?)(.*)$/isu.exec(word)!
      return /:|(^|\s)(-|OR\s)/u.test(phrase) ? word : `${field}"${phrase}"`
    })
    .join(' ')
}

function hitJson({ article, inTitle, snippet }: Hit): Record<string, unknown> {
  const { body: _body, text: _text, ...rest } = storedJson(article)
  return { ...rest, inTitle, snippet }
}

const INDENT = '      '

function hitLines(hits: readonly Hit[], zone: string | null, { colors, width }: Terminal): string {
  const [heading, ...lines] = articleTable(
    hits.map((hit) => hit.article),
    zone,
    width,
  )
  const shown = hits.map(({ snippet }) => {
    const pieces = snippet.map(({ text, hit }) => (hit ? mark(text, colors) : text))
    return INDENT + pieces.join('')
  })
  return [heading, ...lines.flatMap((line, i) => [line, shown[i]])].join('\n')
}

/** Without colours, hits are marked with characters. */
function mark(text: string, colors: Terminal['colors']): string {
  return colors.isColorSupported ? colors.bold(colors.yellow(text)) : `«${text}»`
}
