import { Command } from 'commander'
import type { Reader } from '../core/domain/reader.ts'
import { UserError } from '../core/domain/user-error.ts'
import { askForNewPassword } from './ask-hidden.ts'
import { type CommonOptions, newCommand, type WithApp } from './command.ts'
import type { Files } from './feeds-opml.ts'
import { tableLines } from './table.ts'
import { relativeTime } from './times.ts'

type ReadersApp = WithApp<'readers' | 'now'>

interface ReadersApps {
  readonly withApp: ReadersApp
  /** Makes no database where there is none. */
  readonly looking: ReadersApp
}

/** Readers: add, list, remove, password. */
export function readersCommand({ withApp, looking }: ReadersApps, { readBytes }: Pick<Files, 'readBytes'>): Command {
  const command = new Command('readers').description('List, add and remove readers, and set their passwords')
  const commands = [
    listCommand(looking),
    addCommand(withApp),
    removeCommand(looking),
    passwordCommand(withApp, readBytes),
  ]
  for (const sub of commands) command.addCommand(sub)
  return command
}

function listCommand(withApp: ReadersApp): Command {
  return newCommand('list', 'All readers', ['readers list']).action((options: CommonOptions) =>
    withApp(options, async (app, terminal) => {
      const readers = await app.readers.list()
      if (options.json) terminal.printJson(readers.map(readerJson), 2)
      else terminal.print(listTable(readers, app.now(), terminal.width))
      return 0
    }),
  )
}

function listTable(readers: readonly Reader[], now: number, width: number): string {
  const columns = [
    { heading: 'NAME', shrinks: true },
    { heading: 'ROLE' },
    { heading: 'MAIL', shrinks: true },
    { heading: 'PASSWORD' },
    { heading: 'LAST SEEN' },
  ]
  const rows = readers.map(({ name, role, email, passwordHash, seenAt }) => [
    name,
    role,
    email ?? '',
    passwordHash === null ? 'none' : 'set',
    seenAt === null ? '–' : relativeTime(seenAt, now),
  ])
  return tableLines(columns, rows, width).join('\n')
}

/** Without the password's hash, which nobody needs to see. */
const readerJson = ({ passwordHash, createdAt, seenAt, settings: _, ...reader }: Reader) => ({
  ...reader,
  hasPassword: passwordHash !== null,
  createdAt: new Date(createdAt).toISOString(),
  seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
})

interface AddOptions extends CommonOptions {
  readonly email?: string
  readonly administrator?: boolean
}

function addCommand(withApp: ReadersApp): Command {
  return newCommand('add', 'Add a reader, with feeds, digests and interests of their own', [
    'readers add ann',
    'readers add bob --email bob@example.org',
  ])
    .argument('<name>', 'letters, digits and . _ @ + -')
    .option('--email <address>', 'where their digests are sent, by the mail server of the settings')
    .option('--administrator', 'may also change what all readers share')
    .action((name: string, options: AddOptions) =>
      withApp(options, async (app, terminal) => {
        const role = options.administrator ? 'administrator' : 'reader'
        const added = await app.readers.add({ name, role, email: checkedEmail(options.email ?? null) })
        if (options.json) terminal.printJson(readerJson(added))
        else
          terminal.print(
            `Added ${added.name}; \`copytaster feeds add ADDRESS --reader ${added.name}\` adds a feed of theirs.`,
          )
        return 0
      }),
    )
}

function checkedEmail(email: string | null): string | null {
  if (email === null || /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(email)) return email
  throw new UserError(`--email must be an address such as ann@example.org, got "${email}"`)
}

function removeCommand(withApp: ReadersApp): Command {
  return newCommand('remove', 'Remove a reader with their subscriptions, digests, interests and saved articles', [
    'readers remove bob --yes',
  ])
    .argument('<name>')
    .option('--yes', 'really: it cannot be undone')
    .action((name: string, options: CommonOptions & { readonly yes?: boolean }) =>
      withApp(options, async (app, terminal) => {
        if (!options.yes)
          throw new UserError(`removing ${name} cannot be undone; say \`copytaster readers remove ${name} --yes\``)
        const removed = await app.readers.remove(name)
        if (options.json) terminal.printJson({ removed: removed.name })
        else terminal.print(`Removed ${removed.name}; feeds that nobody else follows are not polled any more.`)
        return 0
      }),
    )
}

interface PasswordOptions extends CommonOptions {
  readonly remove?: boolean
}

function passwordCommand(withApp: ReadersApp, readBytes: Files['readBytes']): Command {
  return newCommand('password', "Set a reader's password; asked for, or read from standard input", [
    'readers password ann',
    'readers password ann < password-file',
  ])
    .argument('<name>')
    .option('--remove', 'remove the password')
    .action((name: string, options: PasswordOptions) =>
      withApp(options, async (app, terminal) => {
        const typed = () => (terminal.interactive ? askForNewPassword(terminal) : firstLine(readBytes))
        const one = await app.readers.setPassword(name, options.remove ? null : await typed())
        if (options.json) terminal.printJson({ reader: one.name, hasPassword: !options.remove })
        else terminal.print(`${options.remove ? 'Removed the password of' : 'Set the password of'} ${one.name}.`)
        return 0
      }),
    )
}

async function firstLine(readBytes: Files['readBytes']): Promise<string> {
  return new TextDecoder().decode(await readBytes('-')).split(/\r?\n/)[0]!
}
