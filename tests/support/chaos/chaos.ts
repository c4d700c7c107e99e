import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CuttableWay, cuttableWay } from '../cut-connections.ts'
import { shiftedClock } from '../shifted-clock.ts'
import { type Chance, chanceOf } from './chance.ts'
import { findDifferences } from './compare-with-truth.ts'
import { type Ended, type Started, startLockHolder, startProgram } from './processes.ts'
import { startTruth, type Truth, type TruthState } from './truth.ts'

/** One run: a folder that holds the settings, the truth and where it is, so that it can be continued. */
export interface ChaosOptions {
  readonly folder: string
  readonly address: string
  readonly seed: number
  /** True as long as another step may begin. */
  readonly goesOn: (steps: number) => boolean
  /** After so many steps the store is compared with the truth. */
  readonly compareEvery: number
  readonly say?: (line: string) => void
}

export interface ChaosReport {
  /** How often each thing was done, in all continued runs. */
  readonly done: Readonly<Record<string, number>>
  readonly steps: number
  readonly articles: number
  /** What is wrong; empty when all is well. */
  readonly faults: readonly string[]
}

interface State {
  readonly seed: number
  readonly steps: number
  readonly done: Record<string, number>
  readonly truth: TruthState
}

const FEEDS = 4
const DAY_MS = 86_400_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** All commands that may run at any time without changing what is true. */
const COMMANDS: readonly (readonly string[])[] = [
  ['poll'],
  ['poll', '--all'],
  ['run'],
  ['digest', '--type', 'morning', '--send'],
  ['articles', '--json'],
  ['search', 'item1x'],
  ['stories'],
  ['topics'],
  ['feeds', 'list'],
  ['feeds', 'health'],
  ['events'],
  ['why', 'article', '1'],
  ['prune'],
  ['doctor'],
  ['migrate'],
]

/** Does things at random to one store, and compares it with the truth now and then. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { folder, say = () => {} } = options
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'chaos.json')
  const before: State | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const seed = before?.seed ?? options.seed
  const truth = await startTruth(FEEDS, before?.truth ?? null)
  const desk = await openDesk(options, truth)
  const stepsOf = { ...STEPS, ...(desk.way === null ? SQLITE_STEPS : POSTGRES_STEPS) }
  const done: Record<string, number> = { ...before?.done }
  const faults: string[] = []
  let steps = before?.steps ?? 0
  try {
    for (let own = 0; options.goesOn(own) && faults.length === 0; own++, steps++) {
      const chance = chanceOf(seed * 1_000_003 + steps)
      const name = chance.oneOf(Object.keys(stepsOf))
      done[name] = (done[name] ?? 0) + 1
      say(`${steps} ${name}`)
      await stepsOf[name]!(desk, chance)
      const isLast = !options.goesOn(own + 1)
      if (isLast || (steps + 1) % options.compareEvery === 0) {
        await settle(desk)
        faults.push(...(await findDifferences(options.address, truth)))
        done['comparison with the truth'] = (done['comparison with the truth'] ?? 0) + 1
      }
      faults.push(...desk.faults.splice(0))
      keep(file, { seed, steps: steps + 1, done, truth: truth.state() })
    }
  } finally {
    await desk.close()
    await truth.close()
  }
  return { done, steps, articles: truth.items().length, faults }
}

function keep(file: string, state: State): void {
  writeFileSync(`${file}.part`, JSON.stringify(state))
  renameSync(`${file}.part`, file)
}

interface ChaosDesk {
  readonly truth: Truth
  readonly path: string | null
  readonly folder: string
  readonly way: CuttableWay | null
  readonly start: (args: readonly string[], env?: Readonly<Record<string, string>>, fileBlocks?: number) => Started
  readonly serves: Set<Started>
  readonly faults: string[]
  readonly close: () => Promise<void>
}

async function openDesk({ folder, address }: ChaosOptions, truth: Truth): Promise<ChaosDesk> {
  const way = address.startsWith('postgres') ? await cuttableWay(address) : null
  const sources = truth.urls.map((url) => `      - url: ${url}\n`).join('')
  const delivery = `delivery:\n  webhook:\n    url: ${truth.webhook}\n`
  writeFileSync(join(folder, 'feeds.yaml'), `tabs:\n  en_news:\n    sources:\n${sources}${delivery}`)
  const env = {
    COPYTASTER_DATABASE: way?.address ?? address,
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: '["127.0.0.1"]',
    COPYTASTER_FETCH_HOST_PAUSE: '1ms',
    COPYTASTER_SERVER_LISTEN: '127.0.0.1:0',
    COPYTASTER_FETCH_ONCE_RETRIES: '[]',
  }
  const serves = new Set<Started>()
  const faults: string[] = []
  const look = ({ args, said, signal }: Ended) => {
    // A killed process may break off in the middle of a line, and is not asked why.
    if (signal === null && /\n\s+at |fault of (its own|ours)|Unhandled/.test(said))
      faults.push(`${args.join(' ')} said:\n${said}`)
  }
  const start: ChaosDesk['start'] = (args, more = {}, fileBlocks = undefined) => {
    const limit = fileBlocks === undefined ? {} : { fileBlocks }
    const started = startProgram(args, { cwd: folder, env: { ...env, ...more }, ...limit })
    void started.ended.then(look)
    return started
  }
  return {
    truth,
    path: way === null ? address.replace('sqlite:', '') : null,
    folder,
    way,
    start,
    serves,
    faults,
    close: async () => {
      for (const { child } of serves) child.kill('SIGKILL')
      await way?.close()
    },
  }
}

type Step = (desk: ChaosDesk, chance: Chance) => Promise<void>

const STEPS: Readonly<Record<string, Step>> = {
  publish: async ({ truth }, chance) => void truth.publish(chance, Date.now()),
  'publish and poll': async ({ truth, start }, chance) => {
    truth.publish(chance, Date.now())
    await start(['poll', '--all']).ended
  },
  command: async ({ start }, chance) => void (await start(chance.oneOf(COMMANDS)).ended),
  'two commands at once': async ({ start }, chance) => {
    await Promise.all([start(chance.oneOf(COMMANDS)).ended, start(chance.oneOf(COMMANDS)).ended])
  },
  'command killed': async ({ start }, chance) => {
    const { child, ended } = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 3_000)), ended])
    child.kill('SIGKILL')
    await ended
  },
  'command frozen': async ({ start }, chance) => {
    const { child, ended } = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 2_000)), ended])
    child.kill('SIGSTOP')
    const other = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 4_000)), other.ended])
    child.kill('SIGCONT')
    await Promise.all([ended, other.ended])
  },
  'serve starts': async ({ start, serves }) => {
    if (serves.size > 1) return
    const serve = start(['serve'])
    serves.add(serve)
    void serve.ended.then(() => serves.delete(serve))
  },
  'serve killed': async ({ serves }, chance) => {
    const serve = [...serves][0]
    serve?.child.kill(chance.isTrue(0.5) ? 'SIGKILL' : 'SIGTERM')
    await serve?.ended
  },
  'clock jumps': async ({ start }, chance) => {
    const env = shiftedClock(chance.oneOf([-DAY_MS, -3_600_000, 3_600_000, 400 * DAY_MS]))
    await start(chance.oneOf([['poll', '--all'], ['poll'], ['feeds', 'list'], ['doctor']]), env).ended
  },
  backup: async ({ start }, chance) => {
    const { child, ended } = start(['backup', 'b.gz', '--force'])
    if (chance.isTrue(0.3)) setTimeout(() => child.kill('SIGKILL'), chance.between(100, 2_000))
    await ended
  },
  restore: async ({ start, folder, truth }, chance) => {
    if (!existsSync(join(folder, 'b.gz'))) return
    // What a restored store does not know of may be delivered again.
    truth.forgetDeliveries()
    const { child, ended } = start(['restore', 'b.gz', '--force'])
    if (chance.isTrue(0.3)) setTimeout(() => child.kill('SIGKILL'), chance.between(100, 2_000))
    await ended
    truth.forgetDeliveries()
  },
}

const SQLITE_STEPS: Readonly<Record<string, Step>> = {
  'lock held': async ({ start, path }, chance) => {
    if (path === null || !existsSync(path)) return
    const holder = startLockHolder(path)
    const command = start(chance.oneOf(COMMANDS))
    await pause(chance.between(500, 3_000))
    holder.kill('SIGKILL')
    await command.ended
  },
  'disk full': async ({ start, path }, chance) => {
    if (path !== null) await start(['poll', '--all'], {}, chance.between(16, 600)).ended
  },
}

const POSTGRES_STEPS: Readonly<Record<string, Step>> = {
  'connections cut': async ({ start, way }, chance) => {
    const command = start(chance.oneOf(COMMANDS))
    for (let n = chance.between(1, 6); n > 0; n--) {
      await pause(chance.between(50, 700))
      way?.cut()
    }
    await command.ended
  },
}

/** Ends what runs, and polls until every host was asked: a dead process holds one for half a minute. */
async function settle({ start, serves }: ChaosDesk): Promise<void> {
  for (const { child, ended } of [...serves]) {
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 60; tries++) {
    const { code, said } = await start(['poll', '--all']).ended
    if (code === 0 && !said.includes('skipped')) return
    await pause(1_000)
  }
}
