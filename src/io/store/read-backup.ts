import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UserError } from '../../core/domain/user-error.ts'
import { unreadable } from '../system/file-words.ts'
import type { BackupHeader } from './backup-tables.ts'

/** Reads a backup to its end; throws when it is not whole. */
export async function verifyBackup(file: string): Promise<void> {
  const lines = backupLines(file)
  headerOf((await lines.next()).value, file)
  let rows = 0
  for await (const line of lines) {
    if (Array.isArray(line)) rows++
    else if (isEnd(line) && line.rows === rows) return
  }
  throw broken(file)
}

/** The last line: how many rows there are. */
export const isEnd = (line: unknown): line is { rows: number } =>
  typeof line === 'object' && line !== null && 'rows' in line

/** The first line of a backup, checked. */
export function headerOf(line: unknown, file: string): BackupHeader {
  const header = (line ?? {}) as Partial<BackupHeader>
  if (header.copytaster !== 'backup' || !Array.isArray(header.migrations)) throw noBackup(file)
  if (header.version !== 1) throw new UserError(`${file}: was made by a newer Copytaster; install that version`)
  return header as BackupHeader
}

/** The lines of a backup; damage and other files are told apart. */
export async function* backupLines(file: string): AsyncGenerator<unknown> {
  const bytes = createGunzip()
  pipeline(createReadStream(file), bytes, () => {})
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line)
    }
  } catch (error) {
    throw readingTrouble(error, file)
  }
}

function readingTrouble(error: unknown, file: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open' || syscall === 'read') return new UserError(unreadable(file, error))
  if (code === 'Z_BUF_ERROR') return broken(file)
  return code.startsWith('Z_') || error instanceof SyntaxError ? noBackup(file) : error
}

const noBackup = (file: string) => new UserError(`${file}: is not a backup made by \`copytaster backup\``)
export const broken = (file: string) =>
  new UserError(`${file}: breaks off or is damaged; nothing was restored, use another backup`)
