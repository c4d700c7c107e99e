import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { root } from './ensure.mjs'

/* The program as a few files in place of its seven hundred: a command starts in less than half the time (ADR 0025). The
   library stays as compiled: whoever imports it has a bundler of their own, or time to start. Other programs over the same
   sources are bundled too: `node scripts/bundle.mjs FOLDER FILE …`. */

/** What is started by name: the command, and its threads. */
const PROGRAMS = ['main', 'prepare-worker', 'page-worker', 'engine-thread', 'web-thread']

const options = {
  absWorkingDir: root,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Names stay for stack traces; a map for them would be as large as the program.
  minifyWhitespace: true,
  alias: { undici: './scripts/undici-client.mjs' },
  // The database driver finds its binary beside its own files; pg-native is never there.
  external: ['@photostructure/sqlite', 'pg-native'],
  logLevel: 'warning',
}

const modules = (entryPoints, outdir) =>
  buildSync({
    ...options,
    entryPoints,
    outdir,
    splitting: true,
    charset: 'utf8',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })

/** The command and its threads are one script, whose compiled code can be kept. */
function command() {
  const contents = PROGRAMS.map((name) => `exports[${JSON.stringify(name)}] = () => import('./src/${name}.ts')`)
  buildSync({
    ...options,
    stdin: { contents: contents.join('\n'), resolveDir: root },
    outfile: 'dist/program.cjs',
    format: 'cjs',
    // Word lists in many scripts: as escapes they would take half as much again.
    charset: 'utf8',
    define: { 'import.meta.url': 'programUrl' },
    banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  })
  for (const name of PROGRAMS) copyFileSync(join(root, 'scripts', 'load-program.mjs'), join(root, 'dist', `${name}.js`))
  const main = join(root, 'dist', 'main.js')
  chmodSync(main, 0o755)
  // The first command keeps the compiled code; this one uses most of what all commands use.
  spawnSync(process.execPath, [main, 'poll', '--database', 'sqlite::memory:'], { cwd: tmpdir(), stdio: 'ignore' })
}

const [outdir, ...files] = process.argv.slice(2)
if (outdir !== undefined) modules(files, outdir)
else command()
