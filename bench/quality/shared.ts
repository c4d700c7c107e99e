import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A folder of the shared material, or null on a machine without it. */
export function sharedFolder(...names: readonly string[]): string | null {
  const folder = join(process.env.COPYTASTER_SHARED ?? join(root, '..', 'shared'), ...names)
  return existsSync(folder) ? folder : null
}
