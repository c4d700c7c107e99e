import type { Document, LineCounter } from 'yaml'
import { isMap, isPair, isScalar } from 'yaml'
import type * as z from 'zod'
import { hideLogins } from '../../core/text/login.ts'
import { type JsonSchema, schemaAt } from './json-schema.ts'
import { nearestName } from './nearest-name.ts'

/** One fault in the settings: where it is (`feeds.yaml:14:15`, `--set`, a variable's name) and how to correct it. */
export interface Fault {
  readonly where: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A parsed settings file that can give the position of a path. */
export interface YamlFile {
  readonly name: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

export function faultAt(file: YamlFile, path: readonly PropertyKey[], message: string, atKey = false): Fault {
  const offset = offsetOf(file.document, path, atKey)
  const { line, col } = offset === null ? { line: 1, col: 1 } : file.lines.linePos(offset)
  return { where: `${file.name}:${line}:${col}`, line, column: col, message }
}

/** The faults of one schema issue: one for each unknown key, else one for the value. */
export function faultsOf(issue: z.core.$ZodIssue, file: YamlFile, schema: JsonSchema): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [faultAt(file, issue.path, valueFault(issue))]
  const known = Object.keys(schemaAt(schema, issue.path)?.properties ?? {})
  return issue.keys.map((key) => faultAt(file, [...issue.path, key], unknownKey(key, known), true))
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  if (nearest) return `unknown key "${key}", did you mean "${nearest}"?`
  if (/^(password|secret|token)$/.test(key))
    return `${key} must not stand in the file: name it by ${key}_env or ${key}_file`
  return `unknown key "${key}", expected one of ${known.join(', ')}`
}

function valueFault(issue: z.core.$ZodIssue): string {
  const name = issue.path.filter((step) => typeof step !== 'number').at(-1)
  const subject = name === undefined ? 'the file' : String(name)
  if (issue.input === undefined) return `${subject} is missing: it ${issue.message}`
  const kind = issue.code === 'invalid_key' ? 'must not be empty' : issue.message
  return `${subject} ${kind}, got ${shown(issue.input)}`
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a map of keys'
  const text = hideLogins(JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text
}

/** The offset of the value at a path; of the nearest enclosing node when the path is not in the file. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], atKey: boolean): number | null {
  for (let length = path.length; length >= 0; length--) {
    const part = path.slice(0, length)
    const key = length > 0 && (atKey || length < path.length) ? keyOffset(document, part) : null
    if (key !== null) return key
    const node = length === 0 ? document.contents : document.getIn(part, true)
    const start = nodeOffset(node)
    if (start !== null) return start
  }
  return null
}

function keyOffset(document: Document.Parsed, path: readonly PropertyKey[]): number | null {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isMap(parent)) return null
  const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1))
  return nodeOffset(pair?.key)
}

function nodeOffset(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node)) return null
  return Array.isArray(node.range) ? node.range[0] : null
}
