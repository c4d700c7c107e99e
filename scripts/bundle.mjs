import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, buildSync } from 'esbuild'
import { root } from './ensure.mjs'
import { packedDetector, packedNgrams } from './pack-ngrams.mjs'

/* The program as a few files in place of its seven hundred: a command starts in less than half the time (ADR 0025). The
   library stays as compiled: whoever imports it has a bundler of their own, or time to start. Other programs over the same
   sources are bundled too: `node scripts/bundle.mjs FOLDER FILE …`. */

const require = createRequire(import.meta.url)

/**
 * What is started by name, by the script it is in: the command, and its threads. The thread that reads documents needs a tenth of
 * the program, and a small machine has no room for the rest of it twice.
 */
const SCRIPTS = {
  program: ['main', 'page-worker', 'engine-thread', 'web-thread'],
  prepare: ['prepare-worker'],
}

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

/** Large tables that few commands use, with what each exports and how it is written, if not as it is: scripts of their own, read at the first use (ADR 0086). */
const TABLES = {
  'word-frequencies-data': {
    file: 'src/core/similar/word-frequencies-data.ts',
    name: 'WORD_FREQUENCIES',
    library: 'core/similar/word-frequencies-data.js',
  },
  extrasmall: { file: 'node_modules/eld/src/ngrams/extrasmall.js', name: 'ngramsData', pack: packedNgrams },
}

const tablesApart = {
  name: 'tables-apart',
  setup({ onResolve, onLoad }) {
    for (const table of Object.keys(TABLES))
      onResolve({ filter: new RegExp(`/${table}\\.[jt]s$`) }, () => ({ path: table, namespace: 'table' }))
    onResolve({ filter: /^table:/ }, ({ path }) => ({ path: path.replace('table:', './'), external: true }))
    onLoad({ filter: /./, namespace: 'table' }, ({ path }) => {
      const { name } = TABLES[path]
      const read = `get: () => require('table:${path}.cjs').${name}`
      return { contents: `Object.defineProperty(exports, '${name}', { enumerable: true, ${read} })` }
    })
  },
}

/** The script as one function of what Node gives a module: the value of a script that is run, and what a module exports. */
const OPENING =
  "(program=>typeof module==='object'?module.exports=program:program)(function(exports,require,module,__filename,__dirname){"
const CLOSING = '\n})\n'

/**
 * One byte for each character: the script is read without being decoded, and takes half the memory. The function around it is written here,
 * as adding it when the script is loaded makes a second copy of eight megabytes in every thread.
 */
function writeAsAscii(path) {
  // What esbuild leaves are letters in patterns, where an escape means the same.
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped)
  writeFileSync(path, OPENING + text + CLOSING, 'latin1')
}

/** One script for several programs, whose compiled code can be kept. */
async function scriptOf(script, programs) {
  const contents = programs.map((name) => `exports[${JSON.stringify(name)}] = () => import('./src/${name}.ts')`)
  const outfile = `dist/${script}.cjs`
  await build({
    ...options,
    stdin: { contents: contents.join('\n'), resolveDir: root },
    outfile,
    format: 'cjs',
    plugins: [tablesApart, packedDetector],
    define: { 'import.meta.url': 'programUrl' },
    banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  })
  writeAsAscii(join(root, outfile))
  for (const name of programs) copyFileSync(join(root, 'scripts', 'load-program.mjs'), join(root, 'dist', `${name}.js`))
}

async function command() {
  for (const [script, programs] of Object.entries(SCRIPTS)) await scriptOf(script, programs)
  for (const [table, { file, name, pack, library }] of Object.entries(TABLES)) {
    const outfile = `dist/${table}.cjs`
    buildSync({ ...options, entryPoints: [file], outfile, format: 'cjs', charset: 'utf8' })
    if (pack) writeFileSync(join(root, outfile), pack(require(join(root, outfile))[name]))
    // The library reads the same file: the package holds the table once.
    if (library) writeFileSync(join(root, 'dist', library), `export { ${name} } from '../../${table}.cjs'\n`)
  }
  const main = join(root, 'dist', 'main.js')
  chmodSync(main, 0o755)
  // The first command keeps the compiled code; this one uses most of what all commands use.
  spawnSync(process.execPath, [main, 'poll', '--database', 'sqlite::memory:'], { cwd: tmpdir(), stdio: 'ignore' })
}

const [outdir, ...files] = process.argv.slice(2)
if (outdir !== undefined) modules(files, outdir)
else await command()
