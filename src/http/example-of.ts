type Json = Readonly<Record<string, unknown>>

/** What fields are called with whose examples a person can begin something. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  title: 'Harbour bridge reopens after two years',
  name: 'The Harbour Post',
  sourceName: 'The Harbour Post',
  publisher: 'The Harbour Post',
  author: 'Ann Reed',
  url: 'https://news.example/harbour-bridge',
  homepage: 'https://news.example/',
  image: 'https://news.example/harbour-bridge.jpg',
  html: '<p>The bridge is open again.</p>',
  text: 'The bridge is open again.',
  description: 'The bridge is open again.',
  language: 'en',
  tab: 'en_news',
  category: 'Local',
  query: 'harbour bridge',
  label: 'Harbour bridge',
  email: 'ann@reader.example',
  password: 'correct horse battery',
  next: null,
  key: '5f3a9c1d2b4e6f708192a3b4c5d6e7f8',
  zone: 'Europe/Berlin',
}

/** An example for a JSON Schema: its own where it has one, else the first of what it allows, with words that fit its name. */
export function exampleOf(schema: Json, components: Json, name = ''): unknown {
  const given = givenExample(schema)
  if (given !== undefined) return given.value
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined
  if (alternatives !== undefined) {
    if (name in BY_NAME && BY_NAME[name] === null) return null
    return exampleOf(alternatives.find(({ type }) => type !== 'null') ?? alternatives[0]!, components, name)
  }
  if (typeof schema.$ref === 'string')
    return exampleOf(components[schema.$ref.split('/').at(-1)!] as Json, components, name)
  if (schema.type === 'object') return objectExample(schema, components)
  if (schema.type === 'array') return arrayExample(schema, components, name)
  return plainExample(schema, name)
}

function givenExample(schema: Json): { readonly value: unknown } | undefined {
  const [first] = (schema.examples ?? schema.enum ?? []) as readonly unknown[]
  if (first !== undefined) return { value: first }
  if ('const' in schema) return { value: schema.const }
  return 'default' in schema ? { value: schema.default } : undefined
}

function objectExample({ properties = {}, additionalProperties }: Json, components: Json): Json {
  const fields = Object.entries(properties as Record<string, Json>)
  if (fields.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
    return { [String(BY_NAME.category)]: exampleOf(additionalProperties as Json, components) }
  return Object.fromEntries(fields.map(([name, one]) => [name, exampleOf(one, components, name)]))
}

function arrayExample({ items, prefixItems, minItems = 1 }: Json, components: Json, name: string): unknown[] {
  if (prefixItems !== undefined) return (prefixItems as readonly Json[]).map((one) => exampleOf(one, components, name))
  if (items === undefined) return []
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => exampleOf(items as Json, components, name))
}

interface Bounds {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

function plainExample(schema: Json, name: string): unknown {
  const { type, format, minimum, minLength = 0, maxLength } = schema as Bounds
  if (Array.isArray(type)) return plainExample({ ...schema, type: type.find((one) => one !== 'null') }, name)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  if (format === 'date-time') return '2026-11-16T07:00:00.000Z'
  if (format === 'date') return '2026-11-16'
  const text = BY_NAME[name]
  const words = typeof text === 'string' ? text : minLength > 7 ? 'correct horse battery' : 'harbour'
  return words.slice(0, maxLength)
}
