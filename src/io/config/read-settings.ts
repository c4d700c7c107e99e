import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { UserError } from '../../core/domain/user-error.ts'
import { carriesPassword, hideLogins } from '../../core/text/login.ts'
import { sourceKey } from '../../core/text/source-key.ts'
import { urlKey } from '../../core/text/url-key.ts'
import { unreadable } from '../system/file-words.ts'
import { hasEmptyPart, withoutEmptySections } from './empty-sections.ts'
import { type Fault, faultAt, faultsOf, type YamlFile } from './fault.ts'
import { settingsJsonSchema } from './json-schema.ts'
import { environmentOverrides, type Override, setOverrides } from './overrides.ts'
import { type Settings, settingsSchema } from './settings-schema.ts'

/** The sources of settings, later ones override earlier ones: the file, the environment, the command line. */
export interface SettingsSources {
  readonly configPath: string
  /** An explicitly given file must exist; the default one may be missing. */
  readonly required: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly set: readonly string[]
  readonly database: string | null
}

export interface LoadedSettings {
  readonly settings: Settings
  /** The file that was read; null when there is none. */
  readonly file: string | null
  /** Lines of the sources in the file, by the `urlKey` of their addresses, so that a command can name them. */
  readonly sourceLines: ReadonlyMap<string, readonly number[]>
}

/** Reads the settings, or throws one `UserError` with a line for every fault. */
export function readSettings(from: SettingsSources): LoadedSettings {
  const present = existsSync(from.configPath)
  if (!present && from.required) {
    throw new UserError(`${from.configPath}: no such file; \`copytaster init\` writes one`)
  }
  const text = present ? readText(from.configPath) : ''
  return parseSettings(text, present ? from.configPath : null, overridesOf(from))
}

function overridesOf(from: SettingsSources): Override[] {
  const overrides = environmentOverrides(from.env, settingsJsonSchema, readText)
  const given = setOverrides(from.set, settingsJsonSchema)
  if (from.database !== null) given.push({ where: '--database', path: ['database'], value: from.database })
  for (const override of given) refusePassword(override)
  return [...overrides, ...given]
}

/** What stands in the arguments is seen by every program of the machine. */
function refusePassword({ where, path, value }: Override): void {
  if (!carriesPassword(JSON.stringify(value))) return
  const variable = `COPYTASTER_${path.join('_').toUpperCase()}`
  throw new UserError(`${where} must not carry a password, others could see it: set ${variable} instead`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(unreadable(path, error))
  }
}

/** Validates the text of a settings file together with its overrides. */
export function parseSettings(text: string, path: string | null, overrides: readonly Override[]): LoadedSettings {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const file: YamlFile = { name: path === null ? 'feeds.yaml' : basename(path), document, lines }
  if (document.errors.length > 0) throw refusal(document.errors.map((error) => syntaxFault(file, error)))

  const given = plainValue(file)
  for (const override of overrides) applyOverride(given, override)
  const parsed = settingsSchema.safeParse(given, { reportInput: true })
  const faults = parsed.success ? [] : schemaFaults(parsed.error.issues, file, overrides)
  const sourceLines = new Map<string, number[]>()
  faults.push(...duplicateSources(given, file, sourceLines))
  if (faults.length > 0 || !parsed.success) throw refusal(faults)
  return { settings: parsed.data, file: path, sourceLines }
}

function syntaxFault(file: YamlFile, error: { message: string; pos: [number, number] }): Fault {
  const { line, col } = file.lines.linePos(error.pos[0])
  const message = `is not valid YAML: ${error.message.split('\n')[0]}`
  return { where: `${file.name}:${line}:${col}`, line, column: col, message }
}

function plainValue(file: YamlFile): Record<string, unknown> {
  try {
    const value: unknown = file.document.toJS({ maxAliasCount: 100 })
    if (value === null || value === undefined) return {}
    if (typeof value === 'object' && !Array.isArray(value))
      return (hasEmptyPart(value) ? withoutEmptySections(value, settingsJsonSchema()) : value) as Record<
        string,
        unknown
      >
  } catch (error) {
    throw refusal([faultAt(file, [], `cannot be read: ${(error as Error).message.split('\n')[0]}`)])
  }
  throw refusal([faultAt(file, [], 'must be the sections of feeds.yaml, such as tabs and fetch')])
}

function applyOverride(target: Record<string, unknown>, override: Override): void {
  let here = target
  for (const step of override.path.slice(0, -1)) {
    const next = Object.hasOwn(here, step) ? here[step] : undefined
    if (typeof next !== 'object' || next === null) here[step] = {}
    here = here[step] as Record<string, unknown>
  }
  here[override.path.at(-1)!] = override.value
}

function schemaFaults(issues: readonly SettingsIssue[], file: YamlFile, overrides: readonly Override[]): Fault[] {
  const schema = settingsJsonSchema()
  return issues.flatMap((issue) => {
    const override = overrides.find((one) => one.path.join('.') === issue.path.join('.'))
    const faults = faultsOf(issue, file, schema)
    if (!override) return faults
    // A variable or an argument has no position in the file; its value may be a secret and is not printed.
    return faults.map(() => ({ where: override.where, line: 0, column: 0, message: issue.message }))
  })
}

type SettingsIssue = Parameters<typeof faultsOf>[0]

/** Finds feeds listed twice, which would be polled twice; the comparison ignores http/https and "www.". */
function duplicateSources(given: Record<string, unknown>, file: YamlFile, lines: Map<string, number[]>): Fault[] {
  const faults: Fault[] = []
  const firsts = new Map<string, number>()
  for (const { url, path } of sourceUrls(given)) {
    const address = urlKey(url)
    if (address === null) continue
    const here = faultAt(file, path, '')
    lines.set(address, [...(lines.get(address) ?? []), here.line])
    const first = firsts.get(sourceKey(url))
    if (first === undefined) firsts.set(sourceKey(url), here.line)
    else {
      const message = `url "${hideLogins(url)}" is listed already in line ${first}; remove one of them`
      faults.push({ ...here, message })
    }
  }
  return faults
}

function* sourceUrls(given: Record<string, unknown>): Generator<{ url: string; path: (string | number)[] }> {
  for (const [tab, value] of Object.entries(asMap(given.tabs))) {
    const sources = asMap(value).sources
    if (!Array.isArray(sources)) continue
    for (const [index, source] of sources.entries()) {
      const url = asMap(source).url
      if (typeof url === 'string') yield { url, path: ['tabs', tab, 'sources', index, 'url'] }
    }
  }
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function refusal(faults: readonly Fault[]): UserError {
  const sorted = [...faults].sort((a, b) => a.line - b.line || a.column - b.column)
  return new UserError(sorted.map((fault) => `${fault.where} ${fault.message}`))
}
