import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unwritable } from '../system/file-words.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'

let written = 0

/** Writes a digest into a folder atomically, by a temporary file and a rename. An older file of the name is replaced. */
export async function deliverFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<DeliveryOutcome> {
  const temporary = join(folder, `.${name}.${process.pid}-${written++}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeDurably(temporary, content)
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    return { kind: 'failed', reason: reasonOf(unwritable(join(folder, name), error)), retry: true }
  }
  await syncFolder(folder)
  return { kind: 'sent', note: join(folder, name) }
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes the directory entry, so that the new name survives a power cut; some file systems cannot, which is ignored. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
