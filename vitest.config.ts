import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/support/long-first.ts'
import { useMemoryFolder } from './tests/support/memory-folder.ts'

useMemoryFolder()

/**
 * As in the program (scripts/load-program.mjs): most functions that V8 optimises after its own number of steps are needed no more when
 * that is done. Worker threads have the flags of this process, other processes get them as arguments. Only the V8 of Node 20 has this one.
 */
const OPTIMISE_LATER = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=1000000'] : []
for (const flag of OPTIMISE_LATER) setFlagsFromString(flag)

/**
 * `unit` is the inner loop: pure functions, and what the tree may look like. `rooms` are the parts with their real effects
 * in one process: sockets, files, an embedded store, the demonstration world. `contract`, `e2e`, `pages` and `gates` need real
 * servers, the built program, a browser or the corpora.
 */
const unit = [
  'src/core/**/*.test.ts',
  'src/cli/**/*.test.ts',
  'src/web/**/*.test.ts',
  'tests/architecture.test.ts',
  'tests/docs.test.ts',
]
const contract = ['src/**/contract.test.ts', 'src/**/*.contract.test.ts']
const slow = [...contract, 'tests/e2e/**/*.test.ts', 'tests/gates/**/*.test.ts']
const pages = ['page-*', '*-page', 'demo-serve', 'sanitize', 'weekend'].map((name) => `tests/e2e/${name}.test.ts`)
const databases = ['tests/support/postgres-server.ts', 'tests/support/migrated-databases.ts']

export default defineConfig({
  test: {
    // They end what hangs. A machine that does much else besides takes many times as long as a quiet one, and is not at fault.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes at once, or on a busy machine later; a second, as vitest has it, is too little there.
    expect: { poll: { timeout: 20_000 } },
    // By itself vitest leaves a processor to the watcher, which on two is half of them. The variable VITEST_MAX_WORKERS sets another
    // number; the option --maxWorkers does not reach projects, which take this one.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // What was transformed in one run is not transformed again in the next.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Pure functions need no process of their own: a third of the time.
          pool: 'threads',
          isolate: false,
          include: unit,
        },
      },
      {
        extends: true,
        test: {
          name: 'rooms',
          pool: 'threads',
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/support/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...unit, ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          // Each test has a database of its own, so that files share a process, which loads the sources once.
          pool: 'threads',
          isolate: false,
          include: contract,
          globalSetup: databases,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // What is tested are programs in processes of their own; files share nothing else, and a worker loads the sources once.
          isolate: false,
          execArgv: OPTIMISE_LATER,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: pages,
          globalSetup: [...databases, 'tests/support/built-program.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          // Each file has a browser and a server of its own; those of one worker load the sources once.
          isolate: false,
          execArgv: OPTIMISE_LATER,
          include: pages,
          globalSetup: [...databases, 'tests/support/built-program.ts'],
        },
      },
      { extends: true, test: { name: 'gates', include: ['tests/gates/**/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
})
