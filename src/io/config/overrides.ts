import { parse } from 'yaml'
import { UserError } from '../../core/domain/user-error.ts'
import { type JsonSchema, settingNames } from './json-schema.ts'
import { nearestName } from './nearest-name.ts'

/** A setting given outside of the file, and where, so that a fault can name it. */
export interface Override {
  readonly where: string
  readonly path: readonly string[]
  readonly value: unknown
}

/** Variables that are not settings of the file. */
const OTHER_VARIABLES = [
  'CONFIG',
  'PASSWORD_FILE',
  'TEST_POSTGRES',
  'SHARED',
  'GATES',
  'CHROMIUM',
  'NO_INSTALL',
  'VOLUME',
]

/**
 * Every COPYTASTER_* variable as the setting it changes: COPYTASTER_FETCH_PER_HOST is fetch.per_host. A variable with
 * the suffix _FILE gives a file with the value, so that secrets need not be in the environment.
 */
export function environmentOverrides(
  env: Readonly<Record<string, string | undefined>>,
  schema: () => JsonSchema,
  readFile: (path: string) => string,
): Override[] {
  const overrides: Override[] = []
  for (const [variable, given] of Object.entries(env).sort()) {
    if (!variable.startsWith('COPYTASTER_') || given === undefined) continue
    const key = variable.slice('COPYTASTER_'.length)
    if (OTHER_VARIABLES.includes(key)) continue
    const names = new Map(settingNames(schema()).map((name) => [name.replaceAll('.', '_').toUpperCase(), name]))
    const fromFile = !names.has(key) && key.endsWith('_FILE')
    const name = names.get(fromFile ? key.slice(0, -'_FILE'.length) : key)
    if (!name) throw new UserError(unknownVariable(variable, [...names.keys()]))
    overrides.push({ where: variable, path: name.split('.'), value: scalar(fromFile ? readFile(given).trim() : given) })
  }
  return overrides
}

function unknownVariable(variable: string, known: readonly string[]): string {
  const all = [...known, ...OTHER_VARIABLES].map((key) => `COPYTASTER_${key}`)
  const nearest = nearestName(variable, all)
  return `${variable}: no such setting${nearest ? `, did you mean ${nearest}?` : '; see docs/guide/configuration.md'}`
}

/** `--set dedup.title_jaccard=0.8`, as many as were given. */
export function setOverrides(given: readonly string[], schema: () => JsonSchema): Override[] {
  if (given.length === 0) return []
  const names = settingNames(schema())
  return given.map((setting) => {
    const [name, ...rest] = setting.split('=')
    if (rest.length === 0) throw new UserError(`--set ${setting}: expected KEY=VALUE, such as dedup.retention_days=14`)
    if (!names.includes(name!)) throw new UserError(`--set ${name}: no such setting${didYouMean(name!, names)}`)
    return { where: `--set ${name}`, path: name!.split('.'), value: scalar(rest.join('=')) }
  })
}

function didYouMean(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names)
  return nearest ? `, did you mean ${nearest}?` : '; see docs/guide/configuration.md'
}

/** Parses words and numbers as in the file. */
function scalar(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return text
  }
}
