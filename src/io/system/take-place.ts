import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { UserError } from '../../core/domain/user-error.ts'

/** What a user is told who would write over a file. */
export const alreadyThere = (file: string): UserError =>
  new UserError(`${file}: is there already; --force writes over it`)

/**
 * Gives a complete file its name. Without force, a file that appeared meanwhile stays: making a link fails where there is one, and
 * renaming does not.
 */
export function takePlace(unfinished: string, file: string, force: boolean): void {
  if (force || !linked(unfinished, file)) renameSync(unfinished, file)
  else rmSync(unfinished)
}

/** False on file systems without links, such as those of memory sticks. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    if (existsSync(to)) throw alreadyThere(to)
    return false
  }
}
