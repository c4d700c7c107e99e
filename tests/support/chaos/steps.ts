import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { KILLABLE, killHalf } from '../kill-half.ts'
import { shiftedClock } from '../shifted-clock.ts'
import type { Chance } from './chance.ts'
import type { ChaosDesk } from './desk.ts'
import { type Started, startLockHolder } from './processes.ts'

/** One thing that is done to a store. */
export type Step = (desk: ChaosDesk, chance: Chance) => Promise<void>

const DAY_MS = 86_400_000
const DIGEST_TYPES = ['morning', 'midday', 'evening', 'weekly']
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** All commands that may run at any time without changing what is true. */
const COMMANDS: readonly (readonly string[])[] = [
  ['poll'],
  ['poll', '--all'],
  ['run'],
  ['run', '--send'],
  ['digest', '--type', 'evening', '--send'],
  ['articles', '--json'],
  ['search', 'item1x'],
  ['stories'],
  ['topics'],
  ['feeds', 'list'],
  ['feeds', 'health'],
  ['feeds', 'export', '--out', 'feeds.opml', '--force'],
  ['events'],
  ['why', 'article', '1'],
  ['replay', '--set', 'dedup.policy=layered'],
  ['prune'],
  ['doctor'],
  ['migrate'],
]

/** How far a clock is wrong. */
const SHIFTS_MS = [-DAY_MS, -3_600_000, 3_600_000, 40 * DAY_MS, 400 * DAY_MS]
const UNDER_WRONG_CLOCK = [['poll', '--all'], ['poll'], ['run'], ['feeds', 'list'], ['doctor'], ['prune']]

/** A digest of some type and day: that of a day is sent once, whoever sends it. */
function sendDigest({ start, count }: ChaosDesk, type: string, shiftMs: number): Started {
  count('digests sent under a wrong clock', shiftMs === 0 ? 0 : 1)
  return start(['digest', '--type', type, '--send'], shiftedClock(shiftMs))
}

const STEPS: Readonly<Record<string, Step>> = {
  publish: async ({ truth }, chance) => void truth.publish(chance, Date.now()),
  'publish and poll': async ({ truth, start }, chance) => {
    truth.publish(chance, Date.now())
    await start(['poll', '--all']).ended
  },
  'edit and poll': async ({ truth, start, count }, chance) => {
    count('edits', truth.edit(chance))
    await start(['poll', '--all']).ended
  },
  command: async ({ start }, chance) => void (await start(chance.oneOf(COMMANDS)).ended),
  'two commands at once': async ({ start, truth }, chance) => {
    truth.publish(chance, Date.now())
    await Promise.all([start(chance.oneOf(COMMANDS)).ended, start(chance.oneOf(COMMANDS)).ended])
  },
  'command killed': async ({ start, signal, truth }, chance) => {
    truth.publish(chance, Date.now())
    const command = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 3_000)), command.ended])
    signal(command, 'SIGKILL')
    await command.ended
  },
  'command frozen': async ({ start, signal, truth }, chance) => {
    truth.publish(chance, Date.now())
    const command = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 2_000)), command.ended])
    signal(command, 'SIGSTOP')
    const other = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(100, 4_000)), other.ended])
    signal(command, 'SIGCONT')
    await Promise.all([command.ended, other.ended])
  },
  'digest sent by two': async (desk, chance) => {
    const type = chance.oneOf(DIGEST_TYPES)
    const shiftMs = chance.between(-6, 20) * DAY_MS
    const both = [sendDigest(desk, type, shiftMs), sendDigest(desk, type, shiftMs)]
    if (chance.isTrue(0.3)) {
      await pause(chance.between(500, 3_000))
      desk.signal(both[0]!, 'SIGKILL')
    }
    await Promise.all(both.map(({ ended }) => ended))
  },
  'serve starts': async ({ start, serves, count }) => {
    if (serves.size > 1) return
    const serve = start(['serve'], KILLABLE)
    count('serves started')
    serves.add(serve)
    void serve.ended.then(() => serves.delete(serve))
  },
  'serve ends': async ({ serves, signal }, chance) => {
    const serve = [...serves][0]
    if (serve === undefined) return
    signal(serve, chance.isTrue(0.5) ? 'SIGKILL' : 'SIGTERM')
    await serve.ended
  },
  'half of serve dies': async ({ serves, truth, count }, chance) => {
    const serve = [...serves][0]
    if (serve === undefined) return
    truth.publish(chance, Date.now())
    await pause(chance.between(0, 3_000))
    const half = chance.oneOf(['engine', 'web'] as const)
    const isKilled = await killHalf(serve.said(), half, chance.oneOf(['exit', 'error'] as const))
    count(`${half} halves killed`, isKilled ? 1 : 0)
  },
  'serve frozen': async ({ serves, signal, start }, chance) => {
    const serve = [...serves][0]
    if (serve === undefined) return
    signal(serve, 'SIGSTOP')
    const command = start(chance.oneOf(COMMANDS))
    await Promise.race([pause(chance.between(500, 4_000)), command.ended])
    signal(serve, 'SIGCONT')
    await command.ended
  },
  'clock jumps': async ({ start, count, truth }, chance) => {
    truth.publish(chance, Date.now())
    count('clock jumps')
    await start(chance.oneOf(UNDER_WRONG_CLOCK), shiftedClock(chance.oneOf(SHIFTS_MS))).ended
  },
  backup: async (desk, chance) => {
    const backup = desk.start(['backup', 'b.gz', '--force'])
    const { code } = await endedOrKilled(desk, backup, chance)
    desk.count(code === 0 ? 'backups' : 'backups that were stopped')
  },
  restore: async (desk, chance) => {
    if (!existsSync(join(desk.folder, 'b.gz'))) return
    desk.truth.deliveries.forget()
    const restore = desk.start(['restore', 'b.gz', '--force'])
    const { code } = await endedOrKilled(desk, restore, chance)
    desk.truth.deliveries.forget()
    desk.count(code === 0 ? 'restores' : 'restores that were stopped')
  },
}

async function endedOrKilled(desk: ChaosDesk, started: Started, chance: Chance) {
  const timer = chance.isTrue(0.3)
    ? setTimeout(() => desk.signal(started, 'SIGKILL'), chance.between(100, 2_000))
    : undefined
  const ended = await started.ended
  clearTimeout(timer)
  return ended
}

const SQLITE_STEPS: Readonly<Record<string, Step>> = {
  'lock held': async ({ start, address, count }, chance) => {
    const path = pathOf(address)
    if (!existsSync(path)) return
    const holder = startLockHolder(path)
    count('lock holders')
    const command = start(chance.oneOf(COMMANDS))
    await pause(chance.between(500, 3_000))
    holder.kill('SIGKILL')
    await command.ended
  },
  'disk full': async ({ start, address, count, truth }, chance) => {
    truth.publish(chance, Date.now())
    const path = pathOf(address)
    const blocks = existsSync(path) ? Math.ceil(statSync(path).size / 1_024) : 0
    count('full disks')
    // Some limits are met at once, some only when the file or its log has grown.
    await start(['poll', '--all'], {}, Math.max(16, chance.between(16, blocks + 300))).ended
  },
}

const pathOf = (address: string): string => address.replace('sqlite:', '')

const POSTGRES_STEPS: Readonly<Record<string, Step>> = {
  'connections cut': async ({ start, way, count, truth }, chance) => {
    truth.publish(chance, Date.now())
    const command = start(chance.oneOf(COMMANDS))
    for (let n = chance.between(1, 6); n > 0; n--) {
      await pause(chance.between(50, 700))
      count('connections cut', way?.cut() ?? 0)
    }
    await command.ended
  },
}

/** The steps that can be taken on a database. */
export function stepsFor(address: string): Readonly<Record<string, Step>> {
  return { ...STEPS, ...(address.startsWith('sqlite:') ? SQLITE_STEPS : POSTGRES_STEPS) }
}
