import { expect, test } from 'vitest'
import { apiRoutes } from './api-routes.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { openApi } from './openapi.ts'

/* The document shows an example of every body and every answer, and each is one that the contract allows. */

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } }
}
type Operations = Readonly<
  Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>
>

const endpoints = apiRoutes(null as never).map(({ endpoint }) => endpoint)
const paths = openApi(endpoints).paths as Operations

const operationOf = ({ method, path }: Endpoint) => paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
const exampleIn = (part: Content | undefined) => part?.content?.['application/json']?.example
const named = (list: readonly Endpoint[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const)

test('there are many', () => expect(endpoints.length).toBeGreaterThan(40))

test.each(named(endpoints.filter(({ body }) => body !== undefined)))('the body of %s', (_, one) => {
  expect(one.body!.safeParse(exampleIn(operationOf(one).requestBody)).error?.message).toBeUndefined()
})

test.each(named(endpoints.filter(({ answer }) => answer !== null)))('the answer of %s', (_, one) => {
  expect(one.answer!.safeParse(exampleIn(operationOf(one).responses['200'])).error?.message).toBeUndefined()
})
