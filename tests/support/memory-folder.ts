import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** The memory file system of Linux; elsewhere, and in containers that keep it small, tests use the usual folder. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4e9

/**
 * Makes the temporary folder of this process and its children one in memory, where there is room for it, until the process ends.
 * Tests wait for the disk at every commit and at each of some hundred databases, and none of them is about the disk.
 */
export function useMemoryFolder(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'copytaster-tests-'))
  // PostgreSQL may run as somebody else.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
