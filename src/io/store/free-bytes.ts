import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { storeAddress } from './address.ts'

/** How much room is left where the database file is; null where the database is a server of its own. */
export async function freeBytes(address: string): Promise<number | null> {
  const parsed = storeAddress(address)
  if (parsed.kind === 'postgres') return null
  const disk = await statfs(dirname(resolve(parsed.path)))
  return disk.bavail * disk.bsize
}
