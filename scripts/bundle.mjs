import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { root } from './ensure.mjs'
import { packedDetector, packedNgrams } from './pack-ngrams.mjs'
import { partsOf } from './program-parts.mjs'

/* The program as a few files in place of its seven hundred: a command starts in less than half the time (ADR 0025). The
   library stays as compiled: whoever imports it has a bundler of their own, or time to start. Other programs over the same
   sources are bundled too: `node scripts/bundle.mjs FOLDER FILE …`. */

const require = createRequire(import.meta.url)

/** What is started by name: the command, and its threads. */
const PROGRAMS = ['main', 'engine-thread', 'web-thread', 'page-worker', 'prepare-worker']

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

/** The error messages of zod in forty languages, three hundred kilobytes; ours are English, and the page has its own. */
const onlyEnglish = {
  name: 'only-english',
  setup({ onLoad }) {
    const contents = "export { default as en } from './en.js'"
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents }))
  },
}

async function command() {
  const folder = join(root, 'dist', 'parts')
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of await partsOf(PROGRAMS, {
    ...options,
    plugins: [tablesApart, packedDetector, onlyEnglish],
  }))
    writeFileSync(join(folder, `${name}.cjs`), text, 'latin1')
  for (const name of PROGRAMS) copyFileSync(join(root, 'scripts', 'load-program.mjs'), join(root, 'dist', `${name}.js`))
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
