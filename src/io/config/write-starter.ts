import { existsSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { unwritable } from '../system/file-words.ts'
import { parseSettings } from './read-settings.ts'
import { type StarterAnswers, starterFile } from './starter-file.ts'

interface StarterRequest {
  readonly force: boolean
  /** Path of this program's JSON Schema, for editors. */
  readonly schema: string
}

/** Refuses to write over a file. */
export function checkStarterPath(path: string, force: boolean): void {
  if (existsSync(path) && !force) throw new UserError(`${path}: is there already; --force writes over it`)
}

/** Writes the file after checking that it would be read without a fault. */
export function writeStarter(path: string, answers: Omit<StarterAnswers, 'schemaPath'>, request: StarterRequest): void {
  checkStarterPath(path, request.force)
  const text = starterFile({ ...answers, schemaPath: schemaPathFrom(path, request.schema) })
  parseSettings(text, path, [])
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Trouble(unwritable(path, error), error)
  }
}

function schemaPathFrom(path: string, schema: string): string | null {
  if (!existsSync(schema)) return null
  return `./${relative(dirname(resolve(path)), schema)
    .split(sep)
    .join('/')}`
}
