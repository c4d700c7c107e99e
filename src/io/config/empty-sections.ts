import type { JsonSchema } from './json-schema.ts'

/**
 * Removes sections and lists that have a key and no value, where a default exists: in YAML that is what is left when all lines
 * below a key are comments.
 */
export function withoutEmptySections(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const any = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
  const kept = Object.entries(value).flatMap(([key, part]) => {
    const expected = schema?.properties?.[key] ?? any
    return part === null && isSection(expected) ? [] : [[key, withoutEmptySections(part, expected)] as const]
  })
  return Object.fromEntries(kept)
}

/** Whether any key has no value. */
export const hasEmptyPart = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasEmptyPart))

const isSection = (schema: JsonSchema | undefined): boolean =>
  schema?.default !== undefined && (schema.type === 'object' || schema.type === 'array')

/** The schema for editors, which accept such sections too. */
export function allowingEmptySections<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(allowingEmptySections) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, allowingEmptySections(part)]))
  return (isSection(schema) ? { ...parts, type: [(schema as JsonSchema).type, 'null'] } : parts) as T
}
