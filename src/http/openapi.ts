import { z } from 'zod'
import { type ApiRoute, route } from './api-route.ts'
import { type Endpoint, endpoint } from './contract/endpoint.ts'
import { problem } from './contract/problem.ts'
import { exampleOf } from './example-of.ts'

const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  tag: 'About',
  summary: 'This document',
  scope: 'none',
  answer: z.looseObject({ openapi: z.string() }),
})

/** The OpenAPI document, made from the contract when it is first asked for. */
export function openApiRoute(routes: readonly ApiRoute[]): ApiRoute {
  let document: OpenApi | null = null
  const endpoints = [...routes.map((one) => one.endpoint), getOpenApi as unknown as Endpoint]
  return route(getOpenApi, async () => {
    document ??= openApi(endpoints)
    return document
  })
}

type Json = Record<string, unknown>
type OpenApi = Json & { openapi: string }

/** OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export function openApi(endpoints: readonly Endpoint[]): OpenApi {
  const paths: Record<string, Json> = {}
  const schemas: Json = {}
  for (const one of endpoints) {
    const path = one.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one, schemas) }
  }
  schemas.Problem = schemaOf(problem, 'output', schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Copytaster', version: '1', description: 'Feeds, articles, stories with their reasons, digests.' },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'copytaster' },
      },
    },
  }
}

function operation(one: Endpoint, schemas: Json): Json {
  const { method, path, tag, summary, scope, params, query, body, answer, type, refusals = [] } = one
  const refused = [
    400,
    ...(scope === 'none' ? [] : [401, 403]),
    ...(params === undefined ? [] : [404]),
    ...refusals,
    429,
    503,
  ]
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/:-]+(\w)?/g, (_, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    tags: [tag],
    summary,
    'x-scope': scope,
    ...(scope === 'none' ? { security: [] } : {}),
    parameters: [...parametersOf('path', params, schemas), ...parametersOf('query', query, schemas)],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': withExample(schemaOf(body, 'input', schemas), schemas) },
          },
        }),
    responses: {
      ...(answer === null
        ? {
            [type === undefined ? '204' : '200']: {
              description: 'Done',
              ...(type === undefined ? {} : { content: { [type]: {} } }),
            },
          }
        : {
            '200': {
              description: 'Done',
              content: { 'application/json': withExample(schemaOf(answer, 'output', schemas), schemas) },
            },
          }),
      ...Object.fromEntries([...new Set(refused)].sort().map((status) => [String(status), REFUSED])),
    },
  }
}

const withExample = (schema: Json, schemas: Json): Json => ({ schema, example: exampleOf(schema, schemas) })

const REFUSED = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Json): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', schemas) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

/** JSON Schema of a shape; shapes with a name become components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => coerced(jsonSchema),
  }) as Json
  const { $schema: _, $defs = {}, ...rest } = made as Json & { $defs?: Json }
  for (const [name, one] of Object.entries($defs as Json)) schemas[name] = withoutId(pointed(one as Json))
  const id = (rest as { id?: string }).id
  if (id === undefined) return pointed(rest)
  schemas[id] = withoutId(pointed(rest))
  return { $ref: `#/components/schemas/${id}` }
}

/** A number in a path or a query is sent as text; the document shows the number. */
function coerced(schema: Json): void {
  if (Object.keys(schema).length === 0) schema.type = 'string'
}

const withoutId = ({ id: _, ...rest }: Json): Json => rest

/** References into a schema's own definitions become references to components. */
const pointed = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
