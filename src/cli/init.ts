import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
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

/** `init`: writes a commented feeds.yaml; asks a person, or takes options from a script. */
export function initCommand(act: Act, zone: string, writeStarter: (request: InitRequest) => string): Command {
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
      const given = fromFlags(options, zone)
      const asks = terminal.interactive && options.url === undefined && options.tab === undefined
      const path = writeStarter(asks ? await ask(given) : given)
      terminal.print(options.json ? JSON.stringify({ path }) : `Wrote ${path}`)
      sayNext(terminal, options)
      return 0
    }),
  )
}

function fromFlags(options: InitOptions, zone: string): InitRequest {
  return {
    config: options.config ?? null,
    tab: options.tab ?? 'en_news',
    tabName: options.tabName ?? null,
    urls: options.url ?? [],
    timezone: options.timezone ?? zone,
    force: options.force === true,
  }
}

async function ask(given: InitRequest): Promise<InitRequest> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = async (question: string, preset: string) =>
    (await terminal.question(`${question}${preset === '' ? '' : ` [${preset}]`}: `)).trim() || preset
  try {
    const tab = await answer('Key of the first tab (zh_, en_ or ja_ and a word)', given.tab)
    const tabName = await answer('Its name', tab)
    const urls: string[] = []
    for (;;) {
      const url = await answer('Address of a feed (empty to go on)', '')
      if (url === '') break
      urls.push(url)
    }
    return { ...given, tab, tabName, urls, timezone: await answer('Your time zone', given.timezone) }
  } finally {
    terminal.close()
  }
}

function sayNext(terminal: Terminal, options: InitOptions): void {
  if (options.json) return
  terminal.say('Next: add your feeds to it, then `copytaster doctor` checks it and `copytaster serve` reads them.')
}
