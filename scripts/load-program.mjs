#!/usr/bin/env node
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename } from 'node:path'
import { constants as garbage, PerformanceObserver } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'

/* The command `copytaster` and its threads: becomes dist/main.js and the like. Compiling the program takes longer than most commands, so the compiled code is
   kept: from Node 22 on by Node itself, before that in a file beside the program (ADR 0070). */

const require = nodeModule.createRequire(import.meta.url)
const name = basename(fileURLToPath(import.meta.url), '.js')

/* How much bytecode a function runs before V8 optimises it. A pass over some hundred feeds is over before most optimised functions have paid for
   their compilation: with V8's own number a third of its processor time went there (ADR 0096). Only the V8 of Node 20 has this flag in
   this meaning; a V8 that has it not complains at every start. While the flag differs from V8's own number, V8 refuses all compiled code that was kept
   without it, Node's own included: so it is set, for all threads, by the thread that reads documents, when that is loaded. */
const [USUALLY, LATER] = ['--interrupt-budget=67584', '--interrupt-budget=1000000']
/** Shared by all threads: whether the flag is set. */
const optimizesLater = getEnvironmentData('optimizesLater') ?? new Uint8Array(new SharedArrayBuffer(1))
if (isMainThread) setEnvironmentData('optimizesLater', optimizesLater)

function optimizeLater() {
  if (!process.versions.v8.startsWith('11.')) return
  setFlagsFromString(LATER)
  optimizesLater[0] = 1
}

/** Does what gives or takes compiled code. */
function withUsualFlags(work) {
  if (optimizesLater[0] === 0) return work()
  setFlagsFromString(USUALLY)
  const result = work()
  setFlagsFromString(LATER)
  return result
}

/**
 * The files of a script's compiled code, the better one first: V8 keeps those functions that have been compiled, which after some work are
 * many more than after a start. Each program has its own: a thread uses other functions of a script than the command does. So
 * has each version tag of V8, which stands for its version, its flags and the processor: V8 refuses what was compiled under another one.
 */
const cachesOf = (file) => ['worked', 'started'].map((stage) => `${file}.${name}-${stage}.${versionTag}.cache`)
const versionTag = withUsualFlags(() => cachedDataVersionTag().toString(16))

function known(file) {
  for (const cache of cachesOf(file)) {
    try {
      const data = unsealed(readFileSync(cache))
      if (data !== undefined) return { cache, data }
    } catch {}
  }
  return { cache: null, data: undefined }
}

/* V8 does not check what it is given: with a file of which a power failure left a part, the process would crash at every start. */
const SEAL_BYTES = 4

function sealed(data) {
  const seal = Buffer.alloc(SEAL_BYTES)
  seal.writeUInt32LE(crc32(data))
  return Buffer.concat([data, seal])
}

function unsealed(bytes) {
  const end = bytes.length - SEAL_BYTES
  if (end <= 0) return undefined
  const data = bytes.subarray(0, end)
  return crc32(data) === bytes.readUInt32LE(end) ? data : undefined
}

/** After so long most of what the work needs is compiled. A thread is ended without notice, so it does not wait for its end. */
const WORKED_MS = 1_500
/** V8 drops compiled code that was not used between six collections of the whole heap: what a start needs would be gone after a long pass. */
const KEPT_COLLECTIONS = 4

/** What the main thread keeps when it ends, or before V8 drops some of it. */
const unkept = []

function keepLater(one) {
  if (!isMainThread) setTimeout(keep, WORKED_MS, one).unref()
  else if (unkept.push(one) === 1) keepInTime()
}

function keepInTime() {
  const keepAll = () => {
    for (const one of unkept.splice(0)) keep(one)
  }
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === garbage.NODE_PERFORMANCE_GC_MAJOR) collections++
    if (collections < KEPT_COLLECTIONS) return
    observer.disconnect()
    process.off('exit', keepAll)
    keepAll()
  })
  observer.observe({ entryTypes: ['gc'] })
  process.once('exit', keepAll)
}

/** Where nobody may write, the next start compiles again. */
function keep({ script, file, from }) {
  const [worked, started] = cachesOf(file)
  const { user } = process.cpuUsage()
  const cache = user / 1_000 < WORKED_MS / 2 ? started : worked
  if (cache === from) return
  const written = `${cache}.${process.pid}-${threadId}`
  try {
    writeFileSync(written, sealed(withUsualFlags(() => script.createCachedData())))
    renameSync(written, cache)
  } catch {
    try {
      rmSync(written, { force: true })
    } catch {}
  }
}

function run(file) {
  const { cache, data } = known(file)
  const options = {
    filename: file,
    cachedData: data,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }
  const script = withUsualFlags(() => new Script(readFileSync(file, 'latin1'), options))
  const from = data === undefined || script.cachedDataRejected ? null : cache
  if (from !== cachesOf(file)[0]) keepLater({ script, file, from })
  return script.runInThisContext()
}

nodeModule.enableCompileCache?.()
const load = nodeModule.enableCompileCache === undefined ? run : require

/** The functions of the scripts that have been read, by the name of the script. */
const parts = new Map()
/** What the chunks that have been run export. */
const exported = new Map()

/** What the chunk exports that is the function at this place in this script; it is read and run at the first call. */
function chunk(part, at) {
  const key = `${part} ${at}`
  if (!exported.has(key)) {
    if (!parts.has(part)) parts.set(part, load(fileURLToPath(new URL(`parts/${part}.cjs`, import.meta.url))))
    let names = {}
    const setExports = (given) => {
      names = given
    }
    parts.get(part)[at](require, chunk, importChunk, setExports, import.meta.url)
    exported.set(key, names)
  }
  return exported.get(key)
}

const importChunk = async (part, at) => chunk(part, at)

chunk(name, 0)
if (name === 'prepare-worker') optimizeLater()
