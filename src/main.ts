#!/usr/bin/env node
import { readFileSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { doctor } from './app/doctor.ts'
import type { CommonOptions } from './cli/command.ts'
import { runProgram } from './cli/program.ts'
import { type LoadedSettings, readSettings } from './io/config/read-settings.ts'
import { writeStarter } from './io/config/write-starter.ts'
import { shownAddress, storeAddress } from './io/store/address.ts'
import { inspectStore, migrateStore } from './io/store/open-store.ts'

/* The composition root: the only place that knows which world the program runs in. */

const { env } = process
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const configPath = (options: { readonly config?: string | null }) =>
  options.config ?? env.COPYTASTER_CONFIG ?? 'feeds.yaml'

function loadSettings(options: CommonOptions): LoadedSettings {
  return readSettings({
    configPath: configPath(options),
    required: options.config !== undefined || env.COPYTASTER_CONFIG !== undefined,
    env,
    set: options.set ?? [],
    database: options.database ?? null,
  })
}

function freeBytes(address: string): number | null {
  const parsed = storeAddress(address)
  if (parsed.kind === 'postgres') return null
  const disk = statfsSync(dirname(resolve(parsed.path)))
  return disk.bavail * disk.bsize
}

process.exitCode = await runProgram(process.argv.slice(2), {
  version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
  zone,
  doctor: (options) =>
    doctor({
      nodeVersion: process.version,
      zone,
      now: Date.now,
      settings: () => loadSettings(options),
      inspectStore,
      shown: shownAddress,
      freeBytes: async (address) => freeBytes(address),
    }),
  migrate: async (options) => migrateStore(loadSettings(options).settings.database),
  writeStarter: (request) => {
    const path = configPath(request)
    writeStarter(path, request, request.force)
    return path
  },
})
