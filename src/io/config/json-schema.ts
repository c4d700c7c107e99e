import * as z from 'zod'
import { settingsSchema } from './settings-schema.ts'

/** The part of JSON Schema that the settings use. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
}

let made: JsonSchema | undefined

/** The schema with which editors complete and check feeds.yaml; made when it is first needed, which most commands never do. */
export function settingsJsonSchema(): JsonSchema {
  made ??= {
    ...{ title: 'Copytaster feeds.yaml' },
    ...(z.toJSONSchema(settingsSchema, { io: 'input' }) as JsonSchema),
  }
  return made
}

/** The part of the schema for a path of the file. */
export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | null {
  let here: JsonSchema | undefined = schema
  for (const step of path) {
    if (typeof step === 'number') here = here?.items
    else here = here?.properties?.[String(step)] ?? anyProperty(here)
  }
  return here ?? null
}

function anyProperty(schema: JsonSchema | undefined): JsonSchema | undefined {
  const any = schema?.additionalProperties
  return typeof any === 'object' ? any : undefined
}

/** Every setting with a single value, by its dotted name: those that --set and COPYTASTER_* may change. */
export function settingNames(schema: JsonSchema, prefix = ''): string[] {
  const names: string[] = []
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    if (part.properties) names.push(...settingNames(part, `${prefix}${key}.`))
    else if (!part.additionalProperties) names.push(prefix + key)
  }
  return names
}
