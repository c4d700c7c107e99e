#!/usr/bin/env node
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { isMainThread, threadId } from 'node:worker_threads'

/* The command `copytaster` and its threads: becomes dist/main.js and the like. Compiling the program takes longer than most commands, so the compiled code is
   kept: from Node 22 on by Node itself, before that in a file beside the program (ADR 0070). */

const require = nodeModule.createRequire(import.meta.url)
const name = basename(fileURLToPath(import.meta.url), '.js')
const program = fileURLToPath(new URL(name === 'prepare-worker' ? 'prepare.cjs' : 'program.cjs', import.meta.url))

/* How much bytecode a function runs before V8 optimises it; V8's own number is 67,584. A pass over some hundred feeds is over
   before most optimised functions have paid for their compilation: with that number a third of its processor time went there
   (ADR 0096). Only the V8 of Node 20 has this flag in this meaning; a V8 that has it not complains at every start. */
if (isMainThread && process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000')

/** What was compiled by another Node is refused by V8. */
const cache = `${program}.${process.version}-${process.arch}.cache`

function known() {
  try {
    return readFileSync(cache)
  } catch {
    return undefined
  }
}

/** A thread is ended without notice; when it has worked so long, most of what it uses is compiled. */
const THREAD_KEEPS_MS = 1_500

function keepLater(script) {
  if (isMainThread) process.once('exit', () => keep(script))
  else setTimeout(keep, THREAD_KEEPS_MS, script).unref()
}

/** Where nobody may write, the next start compiles again. */
function keep(script) {
  const written = `${cache}.${process.pid}-${threadId}`
  try {
    writeFileSync(written, script.createCachedData())
    renameSync(written, cache)
  } catch {}
}

function load() {
  const cachedData = known()
  const script = new Script(readFileSync(program, 'latin1'), {
    filename: program,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (cachedData === undefined || script.cachedDataRejected) keepLater(script)
  return script.runInThisContext()
}

/* The parser of HTTP is one large function of WebAssembly. Optimizing it takes .1 s of a processor and 30 MB, a quarter of what a poll
   of two hundred unchanged feeds takes, and saves microseconds an answer. Node 20 does so after the first answer; with this budget,
   nearly the largest there is, after about a thousand. */
setFlagsFromString('--wasm-tiering-budget=2000000000')
nodeModule.enableCompileCache?.()
const run = nodeModule.enableCompileCache === undefined ? load() : require(program)
const module = { exports: {} }
run(module.exports, require, module, program, dirname(program))
await module.exports[name]()
