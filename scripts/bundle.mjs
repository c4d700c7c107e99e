import { buildSync } from 'esbuild'
import { root } from './ensure.mjs'

/* The program as a few files in place of its seven hundred: a command starts in less than half the time (ADR 0025). The
   library stays as compiled: whoever imports it has a bundler of their own, or time to start. Other programs over the same
   sources are bundled too: `node scripts/bundle.mjs FOLDER FILE …`. */

const PROGRAM = ['src/main.ts', 'src/prepare-worker.ts', 'src/engine-thread.ts', 'src/web-thread.ts']
const [outdir = 'dist', ...files] = process.argv.slice(2)

buildSync({
  absWorkingDir: root,
  entryPoints: files.length > 0 ? files : PROGRAM,
  outdir,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  chunkNames: 'program-[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Names stay for stack traces; a map for them would be as large as the program.
  minifyWhitespace: true,
  // Word lists in many scripts: as escapes they would take half as much again.
  charset: 'utf8',
  alias: { undici: './scripts/undici-client.mjs' },
  // The database driver finds its binary beside its own files; pg-native is never there.
  external: ['@photostructure/sqlite', 'pg-native'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  logLevel: 'warning',
})
