#!/usr/bin/env node
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, Script } from 'node:vm'

/* The command `copytaster` and its threads: becomes dist/main.js and the like. Compiling the program takes longer than most commands, so the compiled code is
   kept: from Node 22 on by Node itself, before that in a file beside the program (ADR 0070). */

const require = nodeModule.createRequire(import.meta.url)
const program = fileURLToPath(new URL('program.cjs', import.meta.url))

/** What was compiled by another Node is refused by V8. */
const cache = `${program}.${process.version}-${process.arch}.cache`

function known() {
  try {
    return readFileSync(cache)
  } catch {
    return undefined
  }
}

/** Where nobody may write, the next start compiles again. */
function keep(script) {
  const written = `${cache}.${process.pid}`
  try {
    writeFileSync(written, script.createCachedData())
    renameSync(written, cache)
  } catch {}
}

function load() {
  const cachedData = known()
  const script = new Script(nodeModule.Module.wrap(readFileSync(program, 'utf8')), {
    filename: program,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, program, dirname(program))
  if (cachedData === undefined || script.cachedDataRejected) process.once('exit', () => keep(script))
  return module.exports
}

nodeModule.enableCompileCache?.()
const programs = nodeModule.enableCompileCache === undefined ? load() : require(program)
await programs[basename(fileURLToPath(import.meta.url), '.js')]()
