import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { root } from './ensure.mjs'

/* The page as a browser loads it: a script, a chunk for each language, a style sheet; each compressed once, here. */

const folder = join(root, 'dist', 'page')
// Names change with the content: what an earlier build left would be served in its place.
rmSync(folder, { recursive: true, force: true })

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  charset: 'utf8',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: 'dist/page',
  logLevel: 'warning',
}

// Names change with what they name: an older script beside the new one would be served in its place.
rmSync(folder, { recursive: true, force: true })
buildSync({ ...options, entryPoints: ['src/web/start.tsx'], format: 'esm', splitting: true, platform: 'browser' })
buildSync({ ...options, entryPoints: ['src/web/style/style.css'] })
cpSync(join(root, 'src/web/files'), folder, { recursive: true })

for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg|webmanifest)$/.test(name))) {
  const body = readFileSync(join(folder, name))
  writeFileSync(
    join(folder, `${name}.br`),
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  writeFileSync(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }))
}
