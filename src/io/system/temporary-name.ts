import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

/** A name beside a file that nobody else uses, for its next content until that is complete. */
export function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file)}.${process.pid}-${randomBytes(4).toString('hex')}.part`)
}
