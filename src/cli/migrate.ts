import type { Command } from 'commander'
import type { MoveProgress, StoreMove } from '../core/domain/store-move.ts'
import { UserError } from '../core/domain/user-error.ts'
import { counted } from '../core/text/counted.ts'
import { carriesPassword } from '../core/text/login.ts'
import { countLine } from './backup.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import { type Progress, startProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** Migrates the configured database and gives the names of the steps taken; passed in by the composition root. */
export type Migrate = (options: CommonOptions) => Promise<readonly string[]>

/** Moves a whole store into another database; an address that is not given is that of the settings. */
export type Move = (
  request: {
    readonly from: string | null
    readonly to: string | null
    readonly force: boolean
    readonly onProgress: (progress: MoveProgress) => void
  },
  options: CommonOptions,
) => Promise<StoreMove>

interface MigrateOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly force?: boolean
}

/** `migrate`: all commands migrate the schema automatically; this one does it beforehand, or moves the store elsewhere. */
export function migrateCommand(act: Act, migrate: Migrate, move: Move): Command {
  const command = newCommand(
    'migrate',
    "Migrate the database to this program's schema, or move it to another database",
    [
      'migrate',
      'migrate --database sqlite:news.db',
      'migrate --from sqlite:news.db --to postgres://me@db.example/news',
      'migrate --from postgres://me@db.example/news --to sqlite:news.db',
    ],
  )
  return command
    .option('--from <address>', 'move this store (default: the database of the settings), which stays as it is')
    .option('--to <address>', 'into this empty database, of either kind (default: the database of the settings)')
    .option('--force', 'with --from or --to: delete what the other database holds first')
    .action((options: MigrateOptions) =>
      act(options, async (terminal) => {
        if (options.from !== undefined || options.to !== undefined) await moveStore(options, move, terminal)
        else await migrateSchema(options, migrate, terminal)
        return 0
      }),
    )
}

async function migrateSchema(options: MigrateOptions, migrate: Migrate, terminal: Terminal): Promise<void> {
  if (options.force) throw new UserError('--force is for moving a store: name another database with --from or --to')
  const steps = await migrate(options)
  if (options.json) terminal.printJson({ steps })
  else terminal.print(steps.length === 0 ? 'The database is up to date.' : `Done: ${steps.join(', ')}`)
}

async function moveStore(options: MigrateOptions, move: Move, terminal: Terminal): Promise<void> {
  const { from, to, force, ...rest } = options
  refusePassword('--from', from)
  refusePassword('--to', to)
  const started = performance.now()
  const { onProgress, done } = showMove(terminal)
  const request = { from: from ?? null, to: to ?? null, force: force === true, onProgress }
  const moved = await move(request, rest).finally(done)
  if (options.json) terminal.printJson(moved)
  else terminal.print(moveLines(moved, (performance.now() - started) / 1000).join('\n'))
}

/** What stands in the arguments is seen by every program of the machine. */
function refusePassword(option: string, address: string | undefined): void {
  if (address === undefined || !carriesPassword(address)) return
  throw new UserError(
    `${option} must not carry a password, others could see it: leave ${option} out and set COPYTASTER_DATABASE, or set PGPASSWORD`,
  )
}

/** One bar for each phase. */
function showMove(terminal: Terminal): { onProgress: (progress: MoveProgress) => void; done: () => void } {
  let phase: MoveProgress['phase'] | null = null
  let bar: Progress | null = null
  const onProgress = (progress: MoveProgress) => {
    if (phase !== progress.phase) {
      bar?.done()
      bar = startProgress(terminal, 'rows', progress.total)
      phase = progress.phase
    }
    bar?.step(`${progress.phase} ${progress.table}`, progress.rows)
  }
  return { onProgress, done: () => bar?.done() }
}

function moveLines(moved: StoreMove, seconds: number): string[] {
  const kept = moved.tables.filter((table) => table.kept).length
  return [
    `Moved ${countLine(moved)} to ${moved.to} in ${seconds.toFixed(0)} s: ${counted(moved.rows, 'row')} in ${counted(moved.tables.length, 'table')}, all equal by count and hash.`,
    ...(kept === 0 ? [] : [`${counted(kept, 'table')} had been copied by an earlier run.`]),
    `${moved.from} is as it was. Set \`database\` in feeds.yaml, or COPYTASTER_DATABASE, to the new address before the next start.`,
  ]
}
