import { expect, test } from 'vitest'
import { apiRoutes } from '../http/api-routes.ts'
import { openApi } from '../http/openapi.ts'
import type { Boot } from './boot.ts'
import { placeOf } from './location.ts'
import { matchPattern } from './match-pattern.ts'
import { matchRoute } from './routes.ts'
import { renderApp } from './server-page.tsx'
import { LANGUAGES, loadTexts } from './texts/texts.ts'

/* The API sends English sentences for programs and the command line. No screen shows them: it tells their codes in the reader's words. */

const SENTENCE = 'sentence of the server'

/** Fields that hold such a sentence, wherever they stand. */
const SENTENCES = new Set(['because', 'nextBecause', 'notes', 'words', 'cure', 'message', 'detail', 'error', 'problem'])

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly example?: unknown } } }>
  >
}

const endpoints = apiRoutes(null as never).map(({ endpoint }) => endpoint)
const operations = openApi(endpoints).paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The example of an answer as the documentation has it, with a mark in place of each English sentence. */
function answerOf(path: string): unknown {
  const endpoint = endpoints.find((one) => one.method === 'GET' && matchPattern(one.path, placeOf(path).path) !== null)
  if (endpoint === undefined) throw new Error(`no endpoint answers ${path}`)
  const { responses } = operations[endpoint.path.replace(/:(\w+)/g, '{$1}')]!.get!
  const example = marked(responses['200']!.content!['application/json']!.example)
  return OVERRIDES[endpoint.path]?.(example as never) ?? example
}

/** Examples show the first of several values; some screens show nothing then. */
const OVERRIDES: Readonly<Record<string, (example: never) => unknown>> = {
  '/me': (me: object) => ({ ...me, role: 'administrator', scope: 'admin' }),
  '/advice': (advice: { server: readonly object[] }) => ({
    ...advice,
    server: advice.server.map((finding) => ({ ...finding, state: 'failed' })),
  }),
}

function marked(value: unknown, name = ''): unknown {
  if (SENTENCES.has(name) && typeof value === 'string') return SENTENCE
  if (Array.isArray(value)) return value.map((one) => marked(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, key)]))
}

const ADDRESSES = [
  '/',
  '/latest',
  '/saved',
  '/search?q=001',
  '/articles/1',
  '/articles/1?why=1',
  '/stories/5f3a9c1d2b4e6f708192a3b4c5d6e7f8',
  '/feeds',
  '/feeds/1',
  '/digests',
  '/digests/2026-11-16/morning',
  '/tuning',
  '/settings',
  '/admin',
  '/welcome',
]

async function pageAt(address: string, language: (typeof LANGUAGES)[number], change: (answer: unknown) => unknown) {
  const { path, query } = placeOf(address)
  const { route, params, isFound } = matchRoute(path)
  expect(isFound).toBe(true)
  const needs = ['/me', '/me/settings', '/advice', ...route.needs(params, query)]
  const data = Object.fromEntries(needs.map((need) => [need, { data: change(answerOf(need)), problem: null }]))
  const boot: Boot = { data, language, zone: 'UTC', now: Date.parse('2026-11-16T08:00:00Z') }
  return renderApp(address, boot, await loadTexts[language]())
}

test.each(ADDRESSES.flatMap((address) => LANGUAGES.map((language) => [address, language] as const)))(
  '%s in %s shows no sentence of the server',
  async (address, language) => {
    const html = await pageAt(address, language, (answer) => answer)
    expect(html.length).toBeGreaterThan(2_000)
    // What a mail server or a library said of a delivery is quoted as it came.
    expect(html.replace(/<q lang="en">.*?<\/q>/g, '')).not.toContain(SENTENCE)
  },
)

test('a sentence of the server is shown where the page does not know the code', async () => {
  const unknown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unknown)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, one]) => [name, name === 'code' ? 'something-new' : unknown(one)])
    return Object.fromEntries(entries)
  }
  expect(await pageAt('/feeds/1', 'ja', unknown)).toContain(SENTENCE)
  expect(await pageAt('/admin', 'ja', unknown)).toContain(SENTENCE)
})
