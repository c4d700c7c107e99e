import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { unwritable } from './file-words.ts'
import { alreadyThere, takePlace } from './take-place.ts'
import { temporaryName } from './temporary-name.ts'

/**
 * Writes a file at once or not at all, under a name of its own until it is complete: a full disk or a process that ends leaves the
 * old one as it was. Makes its folder. Refuses to write over a file unless forced.
 */
export function writeText(file: string, text: string, force: boolean): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (there && !force) throw alreadyThere(file)
    mkdirSync(dirname(resolve(file)), { recursive: true })
    // A terminal or a pipe cannot be replaced.
    if (there && !there.isFile()) writeFileSync(file, text)
    else replace(there ? realpathSync(file) : file, text, there?.mode ?? 0o666, force)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new Trouble(unwritable(file, error), error)
  }
}

function replace(file: string, text: string, mode: number, force: boolean): void {
  const unfinished = temporaryName(file)
  try {
    writeFileSync(unfinished, text, { mode, flag: 'wx', flush: true })
    takePlace(unfinished, file, force)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
