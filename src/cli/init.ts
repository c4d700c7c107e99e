import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { feedUrl } from '../core/text/feed-url.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { Terminal } from './terminal.ts'

interface InitOptions extends CommonOptions {
  readonly url?: readonly string[]
  readonly tab?: string
  readonly tabName?: string
  readonly timezone?: string
  readonly force?: boolean
}

/** The contents of the file, and its path. */
export interface InitRequest {
  readonly config: string | null
  readonly tab: string
  readonly tabName: string | null
  readonly urls: readonly string[]
  readonly timezone: string
  readonly force: boolean
}

/** The file that `init` writes; passed in by the composition root. */
export interface Starter {
  /** Throws when the file must not be written, before anybody is asked for its contents. */
  readonly check: (request: Pick<InitRequest, 'config' | 'force'>) => void
  /** Gives the path of the file. */
  readonly write: (request: InitRequest) => string
}

/** `init`: writes a commented feeds.yaml; asks a person, or takes options from a script. */
export function initCommand(act: Act, machineZone: () => string, starter: Starter): Command {
  const command = newCommand('init', 'Write a commented feeds.yaml', [
    'init',
    'init --url https://news.example.org/rss --tab en_news --timezone Europe/London',
  ])
    .option('--url <address>', 'a feed to start with; may be given again', (url, before: string[] = []) => [
      ...before,
      url,
    ])
    .option('--tab <key>', 'key of the first tab')
    .option('--tab-name <name>', 'name of the first tab')
    .option('--timezone <zone>', "the reader's time zone")
    .option('--force', 'overwrite an existing file')
  return command.action((options: InitOptions) =>
    act(options, async (terminal) => {
      const given = fromFlags(options, machineZone)
      starter.check(given)
      const asks = terminal.interactive && options.url === undefined && options.tab === undefined
      const path = starter.write(asks ? await askPerson(given, terminal) : given)
      if (options.json) terminal.printJson({ path })
      else terminal.print(`Wrote ${path}`)
      sayNext(terminal, options)
      return 0
    }),
  )
}

function fromFlags(options: InitOptions, machineZone: () => string): InitRequest {
  return {
    config: options.config ?? null,
    tab: options.tab ?? 'en_news',
    tabName: options.tabName ?? null,
    urls: (options.url ?? []).map(feedUrl),
    timezone: options.timezone ?? machineZone(),
    force: options.force === true,
  }
}

async function askPerson(given: InitRequest, { say }: Terminal): Promise<InitRequest> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  return askForAnswers(given, (question) => prompt.question(question), say).finally(() => prompt.close())
}

/** Asks until an answer is good; gives what to write. */
export async function askForAnswers(
  given: InitRequest,
  ask: (question: string) => Promise<string>,
  say: (words: string) => void,
): Promise<InitRequest> {
  const answer = async (question: string, preset: string, fault: (text: string) => string | null) => {
    for (;;) {
      const text = (await ask(`${question}: `)).trim() || preset
      const wrong = fault(text)
      if (wrong === null) return text
      say(wrong)
    }
  }
  const { urlKey } = await import('../core/text/url-key.ts')
  const urls: string[] = []
  for (;;) {
    const question = `Address of ${urls.length === 0 ? 'a' : 'another'} feed (empty to go on)`
    const typed = await answer(question, '', (text) => addressFault(text, urls, urlKey))
    if (typed === '') break
    urls.push(feedUrl(typed))
  }
  const called = given.tabName ?? 'News'
  const tabName = await answer(`Name of the tab that shows them [${called}]`, called, nameFault)
  const timezone = await answer(`Your time zone [${given.timezone}]`, given.timezone, zoneFault)
  return { ...given, tab: tabKey(tabName), tabName, urls, timezone }
}

function addressFault(text: string, known: readonly string[], urlKey: (url: string) => string | null): string | null {
  if (text === '') return null
  const key = urlKey(feedUrl(text))
  if (key === null) return `"${text}" is not the address of a feed, such as https://news.example.org/rss`
  return known.some((url) => urlKey(url) === key) ? `${text} is in the list already` : null
}

function nameFault(text: string): string | null {
  if (!/^[a-z]+:\/\//i.test(text)) return null
  return `"${text}" is an address; the name is what the tab is called on the page, such as News`
}

function zoneFault(text: string): string | null {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return null
  } catch {
    return `"${text}" is not the name of a time zone, such as Asia/Taipei`
  }
}

/** The key of a tab by its name: its words in ASCII, else by its script. */
function tabKey(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  if (words !== null) return words.join('_')
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return 'ja_news'
  return /\p{Script=Han}/u.test(name) ? 'zh_news' : 'news'
}

function sayNext(terminal: Terminal, options: InitOptions): void {
  if (options.json) return
  terminal.say('Next: `copytaster run` reads the feeds and prints a digest, `copytaster serve` shows them on a page.')
  terminal.say(
    '`copytaster feeds add ADDRESS` adds another feed or site, `copytaster doctor` checks the file after a change.',
  )
}
