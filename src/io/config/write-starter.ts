import { existsSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { parseSettings } from './read-settings.ts'
import { type StarterAnswers, starterFile } from './starter-file.ts'

const SCHEMA = fileURLToPath(new URL('../../../schemas/feeds.schema.json', import.meta.url))

/** Writes the file, once it is sure that it would be read without a fault. */
export function writeStarter(path: string, answers: Omit<StarterAnswers, 'schemaPath'>, force: boolean): void {
  if (existsSync(path) && !force) throw new UserError(`${path}: is there already; --force writes over it`)
  const text = starterFile({ ...answers, schemaPath: schemaPathFrom(path) })
  parseSettings(text, path, [])
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Trouble(`${path}: cannot be written (${(error as NodeJS.ErrnoException).code})`, error)
  }
}

function schemaPathFrom(path: string): string | null {
  if (!existsSync(SCHEMA)) return null
  return `./${relative(dirname(resolve(path)), SCHEMA)
    .split(sep)
    .join('/')}`
}
