import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

const PACKED = /\.(br|gz)$/

/** Reads the files of the page, which the build left in a folder, into memory: they are few and small. */
export function readPageAssets(folder: string) {
  const names = readdirSync(folder)
  const bytes = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : null)
  const files = new Map(
    names
      .filter((name) => extname(name) in TYPES && !PACKED.test(name))
      .map((name) => [
        name,
        {
          type: TYPES[extname(name)]!,
          isHashed: /-[A-Z0-9]{8}\.\w+$/.test(name),
          body: bytes(name)!,
          brotli: bytes(`${name}.br`),
          gzip: bytes(`${name}.gz`),
        },
      ]),
  )
  const named = (pattern: RegExp) => `/assets/${names.find((name) => pattern.test(name)) ?? 'missing'}`
  return {
    script: named(/^start-[A-Z0-9]{8}\.js$/),
    style: named(/^style-[A-Z0-9]{8}\.css$/),
    file: (name: string) => files.get(name) ?? null,
  }
}
