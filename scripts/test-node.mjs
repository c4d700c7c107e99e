import { ensureNodeVersion, ensureReady, NODE_VERSIONS, root, step } from './ensure.mjs'

/* `npm run test:node -- 24 [vitest arguments]`: tests under another Node, which npm's `node` package brings. The tests and the
   built programs that they start all run under it. Without arguments: the unit tests, and those of the built program that
   touch what differs between versions of Node (sockets, threads, files, child processes, SQLite's native code). */

const SELECTION = [
  ['--project', 'unit'],
  [
    ...['--project', 'e2e'],
    ...['poll', 'commands', 'house', 'upgrade', 'halves', 'digest', 'readers', 'package'].map(
      (name) => `tests/e2e/${name}.test.ts`,
    ),
  ],
]

const [major = '', ...given] = process.argv.slice(2)
if (!(major in NODE_VERSIONS)) {
  process.stderr.write(`Name a version of Node, such as 24: one of ${Object.keys(NODE_VERSIONS).join(', ')}.\n`)
  process.exit(2)
}
ensureReady()
const node = ensureNodeVersion(major)
for (const args of given.length > 0 ? [given] : SELECTION) {
  step(`Tests under Node ${NODE_VERSIONS[major]} (${args.slice(0, 2).join(' ')})`, node, [
    ...[`${root}/node_modules/vitest/vitest.mjs`, 'run', ...args],
  ])
}
