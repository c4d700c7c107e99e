import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { alreadyThere } from '../system/take-place.ts'
import { writeText } from '../system/write-text.ts'
import { parseSettings } from './read-settings.ts'
import { type StarterAnswers, starterFile } from './starter-file.ts'

interface StarterRequest {
  readonly force: boolean
  /** Path of this program's JSON Schema, for editors. */
  readonly schema: string
}

/** Refuses to write over a file. */
export function checkStarterPath(path: string, force: boolean): void {
  if (existsSync(path) && !force) throw alreadyThere(path)
}

/** Writes the file after checking that it would be read without a fault. */
export function writeStarter(path: string, answers: Omit<StarterAnswers, 'schemaPath'>, request: StarterRequest): void {
  checkStarterPath(path, request.force)
  const text = starterFile({ ...answers, schemaPath: schemaPathFrom(path, request.schema) })
  parseSettings(text, path, [])
  writeText(path, text, request.force)
}

function schemaPathFrom(path: string, schema: string): string | null {
  if (!existsSync(schema)) return null
  return `./${relative(dirname(resolve(path)), schema)
    .split(sep)
    .join('/')}`
}
