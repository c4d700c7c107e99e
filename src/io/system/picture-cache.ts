import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryName } from './temporary-name.ts'

/** Pictures in a folder, named by the hashes of their addresses; those not used for longest go first. */
export interface PictureFolder {
  readonly get: (url: string) => Promise<Uint8Array | null>
  readonly put: (url: string, bytes: Uint8Array) => Promise<void>
}

interface Kept {
  readonly size: number
  readonly usedAt: number
}

const NAME = /^[0-9a-f]{64}$/
const PART = /^\.[0-9a-f]{64}\..*\.part$/

/** A cache on disk that never holds more than `mostBytes`. Without room, or without the right to write, nothing is kept. */
export function openPictureCache(folder: string, mostBytes: number, now: () => number): PictureFolder {
  let opened: Promise<Map<string, Kept>> | null = null
  let total = 0

  /** What earlier processes kept. */
  async function open(): Promise<Map<string, Kept>> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found: [string, Kept][] = []
    for (const name of await readdir(folder)) {
      if (PART.test(name)) await rm(join(folder, name), { force: true })
      if (!NAME.test(name)) continue
      const { size, mtimeMs } = await stat(join(folder, name))
      found.push([name, { size, usedAt: mtimeMs }])
      total += size
    }
    // In the order of use: a map keeps it.
    return new Map(found.sort(([, a], [, b]) => a.usedAt - b.usedAt))
  }
  const index = () => {
    opened ??= open()
    return opened
  }

  async function drop(kept: Map<string, Kept>, name: string): Promise<void> {
    total -= kept.get(name)?.size ?? 0
    kept.delete(name)
    await rm(join(folder, name), { force: true })
  }

  function use(kept: Map<string, Kept>, name: string, size: number): void {
    total += size - (kept.get(name)?.size ?? 0)
    kept.delete(name)
    kept.set(name, { size, usedAt: now() })
  }

  async function get(url: string): Promise<Uint8Array | null> {
    const kept = await index()
    const name = nameOf(url)
    const known = kept.get(name)
    if (known === undefined) return null
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes === null || bytes.length !== known.size) {
      await drop(kept, name)
      return null
    }
    use(kept, name, known.size)
    await utimes(join(folder, name), now() / 1000, now() / 1000)
    return bytes
  }

  async function put(url: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > mostBytes) return
    const kept = await index()
    const name = nameOf(url)
    const file = join(folder, name)
    const unfinished = temporaryName(file)
    await writeFile(unfinished, bytes, { mode: 0o600 })
    await utimes(unfinished, now() / 1000, now() / 1000)
    await rename(unfinished, file)
    use(kept, name, bytes.length)
    while (total > mostBytes) await drop(kept, kept.keys().next().value!)
  }
  return {
    // A picture that cannot be kept is shown all the same.
    get: (url) => get(url).catch(() => null),
    put: (url, bytes) => put(url, bytes).catch(() => {}),
  }
}

const nameOf = (url: string): string => createHash('sha256').update(url).digest('hex')
