#!/usr/bin/env node
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { isMainThread, threadId } from 'node:worker_threads'

/* The command `copytaster` and its threads: becomes dist/main.js and the like. Compiling the program takes longer than most commands, so the compiled code is
   kept: from Node 22 on by Node itself, before that in a file beside the program (ADR 0070). */

const require = nodeModule.createRequire(import.meta.url)
const name = basename(fileURLToPath(import.meta.url), '.js')

/* How much bytecode a function runs before V8 optimises it; V8's own number is 67,584. A pass over some hundred feeds is over
   before most optimised functions have paid for their compilation: with that number a third of its processor time went there
   (ADR 0096). Only the V8 of Node 20 has this flag in this meaning; a V8 that has it not complains at every start. */
if (isMainThread && process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000')

/** What was compiled by another Node is refused by V8. */
const cacheOf = (file) => `${file}.${process.version}-${process.arch}.cache`

function known(file) {
  try {
    return readFileSync(cacheOf(file))
  } catch {
    return undefined
  }
}

/** A thread is ended without notice; when it has worked so long, most of what it uses is compiled. */
const THREAD_KEEPS_MS = 1_500

/** What the main thread keeps when it ends. */
const unkept = []

function keepLater(script, file) {
  if (!isMainThread) setTimeout(keep, THREAD_KEEPS_MS, script, file).unref()
  else if (unkept.push({ script, file }) === 1)
    process.once('exit', () => {
      for (const one of unkept) keep(one.script, one.file)
    })
}

/** Where nobody may write, the next start compiles again. */
function keep(script, file) {
  const written = `${cacheOf(file)}.${process.pid}-${threadId}`
  try {
    writeFileSync(written, script.createCachedData())
    renameSync(written, cacheOf(file))
  } catch {}
}

function run(file) {
  const cachedData = known(file)
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (cachedData === undefined || script.cachedDataRejected) keepLater(script, file)
  return script.runInThisContext()
}

/* The parser of HTTP is one large function of WebAssembly. Optimizing it takes .1 s of a processor and 30 MB, a quarter of what a poll
   of two hundred unchanged feeds takes, and saves microseconds an answer. Node 20 does so after the first answer; with this budget,
   nearly the largest there is, after about a thousand. */
setFlagsFromString('--wasm-tiering-budget=2000000000')
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
