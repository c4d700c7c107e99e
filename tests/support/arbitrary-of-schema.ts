import fc from 'fast-check'

type Schema = Readonly<Record<string, unknown>>

/** Values that programs stumble over. */
export const NASTY: readonly unknown[] = [
  null,
  '',
  '0',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[]],
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '\r\nx-injected: 1',
  '(((((((((((((((((((((((((((((',
  '"'.repeat(999),
  '*',
  'a'.repeat(5000),
  '漢'.repeat(600),
  { __proto__: { polluted: true } },
]

/** Values that fit a JSON Schema, as far as generators of our contract need it; now and then one that does not. */
export function arbitraryOf(schema: Schema, components: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fitting(schema, components) },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY) },
  )
}

function fitting(schema: Schema, components: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const of = (one: unknown) => arbitraryOf(one as Schema, components)
  if (typeof schema.$ref === 'string') return of(components[schema.$ref.split('/').at(-1)!])
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
  if (choices !== undefined) return fc.oneof(...choices.map(of))
  const { minimum = 0, maximum = 1000, minLength = 0, maxLength = 40 } = schema as Record<string, number>
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -1000), max: Math.min(maximum, 30) }),
        fc.integer({ min: minimum, max: maximum }),
      )
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      if (Array.isArray(schema.prefixItems)) return fc.tuple(...schema.prefixItems.map(of))
      return fc.array(of(schema.items ?? {}), { maxLength: 5 })
    case 'object':
      return objects(schema, of)
    case 'string':
      return texts(schema, minLength, Math.min(maxLength, 60))
    default:
      return fc.constantFrom(...NASTY)
  }
}

function texts(schema: Schema, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (schema.format === 'date') return fc.constantFrom('2026-11-14', '2026-02-30', '0001-01-01')
  if (typeof schema.pattern === 'string' && schema.pattern.length < 60 && !schema.pattern.includes('\\p'))
    return fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), fc.string({ minLength, maxLength }))
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
    fc.constantFrom(
      'a',
      'https://a.example/',
      'title:a -b',
      '"',
      'tab:',
      'since:1d',
      'eyJhIjoxfQ',
      'WzFd',
      'WzEsMSwxXQ',
    ),
  )
}

function objects(schema: Schema, of: (one: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>
  const required = (schema.required ?? []) as readonly string[]
  const parts = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, of(one)]))
  const plain = fc.record(parts, { requiredKeys: [...required] } as never)
  const more = fc.tuple(plain, fc.constantFrom('extra', '__proto__', 'toString'), fc.constantFrom(...NASTY))
  return fc.oneof(
    { weight: 9, arbitrary: plain },
    { weight: 1, arbitrary: more.map(([one, key, value]) => ({ ...(one as object), [key]: value })) },
  )
}
