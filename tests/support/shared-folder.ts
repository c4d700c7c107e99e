import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the shared material is looked for. */
export const sharedRoot = process.env.COPYTASTER_SHARED ?? join(root, '..', 'shared')

/** A folder of the shared material, or null on a machine without it. */
export function sharedFolder(...names: readonly string[]): string | null {
  const folder = join(sharedRoot, ...names)
  return existsSync(folder) ? folder : null
}
