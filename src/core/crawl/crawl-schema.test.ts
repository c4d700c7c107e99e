import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import { parseCrawl } from './parse-crawl.ts'

type Schema = boolean | { readonly [keyword: string]: unknown }

const root = new URL('../../../', import.meta.url)
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const input: Schema = readJson('schemas/crawl-input.schema.json')
const output: Schema = readJson('schemas/crawl-output.schema.json')
const fixtures = readdirSync(new URL('tests/fixtures/crawls/', root)).filter((name) => name.endsWith('.json'))

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

/** The keywords our schemas use, and an error for any other, so that none is ignored in silence. */
function faults(schema: Schema, value: unknown, whole: Schema, at = '$'): string[] {
  if (typeof schema === 'boolean') return schema ? [] : [`${at} must not be there`]
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    const sub = (part: unknown, inner: unknown, place: string) => faults(part as Schema, inner, whole, place)
    const fault = (holds: boolean) => (holds ? [] : [`${at} ${keyword}`])
    const text = typeof value === 'string' ? value : null
    const list = Array.isArray(value) ? value : null
    const number = typeof value === 'number' ? value : null
    const fields = typeOf(value) === 'object' ? (value as Record<string, unknown>) : null
    switch (keyword) {
      case '$schema':
      case '$defs':
      case 'title':
      case 'description':
        return []
      case '$ref': {
        const name = String(rule).replace('#/$defs/', '')
        return sub(((whole as Record<string, unknown>).$defs as Record<string, unknown>)[name], value, at)
      }
      case 'type': {
        const types = [rule].flat() as string[]
        return fault(types.includes(typeOf(value)) || (typeOf(value) === 'integer' && types.includes('number')))
      }
      case 'enum':
        return fault((rule as unknown[]).includes(value))
      case 'pattern':
        return fault(text === null || new RegExp(String(rule), 'u').test(text))
      case 'minLength':
        return fault(text === null || text.length >= Number(rule))
      case 'maxLength':
        return fault(text === null || text.length <= Number(rule))
      case 'minimum':
        return fault(number === null || number >= Number(rule))
      case 'maximum':
        return fault(number === null || number <= Number(rule))
      case 'minItems':
        return fault(list === null || list.length >= Number(rule))
      case 'maxItems':
        return fault(list === null || list.length <= Number(rule))
      case 'items':
        return (list ?? []).flatMap((entry, index) => sub(rule, entry, `${at}[${index}]`))
      case 'required':
        return fault(fields === null || (rule as string[]).every((name) => fields[name] !== undefined))
      case 'properties':
        return Object.entries(rule as object).flatMap(([name, part]) =>
          fields?.[name] === undefined ? [] : sub(part, fields[name], `${at}.${name}`),
        )
      case 'additionalProperties':
        return fault(fields === null || Object.keys(fields).every((name) => name in (schema.properties as object)))
      case 'anyOf':
        return fault((rule as unknown[]).some((part) => sub(part, value, at).length === 0))
      case 'allOf':
        return (rule as unknown[]).flatMap((part) => sub(part, value, at))
      default:
        throw new Error(`the checker does not know ${keyword}`)
    }
  })
}

const inputFaults = (value: unknown) => faults(input, value, input)
const outputFaults = (value: unknown) => faults(output, value, output)

describe('the schema of the input', () => {
  test('there are fixtures', () => expect(fixtures.length).toBeGreaterThan(2))

  test.each(fixtures)('takes %s', (name) => {
    expect(inputFaults(readJson(`tests/fixtures/crawls/${name}`))).toEqual([])
  })

  test('takes a crawl of one page', () => {
    expect(inputFaults({ success: true, url: 'https://a.example/', text: 'x' })).toEqual([])
  })

  const good = { start_url: 'https://a.example/', pages: [] }
  const profile = { name: 'a', timezone: 'UTC', date_patterns: ['\\d+'] }

  test.each([
    ['text', 'x'],
    ['a list', []],
    ['no start_url', { pages: [] }],
    ['a blank start_url', { ...good, start_url: ' ' }],
    ['no pages', { start_url: 'https://a.example/' }],
    ['pages that are no list', { ...good, pages: {} }],
    ['a bad clock', { ...good, crawl_time_utc: 'noon' }],
    ['a version that is no text', { ...good, parser_version: 1 }],
    ['a failed crawl', { success: false, error_code: 'X' }],
    ['a failed page', { success: false, url: 'https://a.example/', text: '' }],
    ['a profile name that is a number', { ...good, source_profile_name: 7 }],
    ['a profile without a zone', { ...good, source_profile: { ...profile, timezone: undefined } }],
    ['a profile without patterns', { ...good, source_profile: { ...profile, date_patterns: [] } }],
    ['a profile with a strange key', { ...good, source_profile: { ...profile, sections: [] } }],
    ['a figure above 1', { ...good, source_profile: { ...profile, confidence: { doubt: 2 } } }],
    ['a strange order of days', { ...good, source_profile: { ...profile, date_order: 'ymd' } }],
  ])('refuses %s, as the parser does', (_fact, value) => {
    expect(inputFaults(value)).not.toEqual([])
    expect(() => parseCrawl(JSON.parse(JSON.stringify(value)))).toThrow()
  })

  test.each([
    ['nothing more', good],
    ['nulls', { ...good, crawl_time_utc: null, parser_version: null, source_profile_name: null }],
    ['a profile', { ...good, source_profile: profile }],
  ])('takes %s, as the parser does', (_fact, value) => {
    expect(inputFaults(value)).toEqual([])
    expect(parseCrawl(value).stories).toEqual([])
  })
})

describe('the schema of the output', () => {
  test.each(fixtures)('takes what becomes of %s', (name) => {
    expect(outputFaults(parseCrawl(readJson(`tests/fixtures/crawls/${name}`)))).toEqual([])
  })

  test('takes what becomes of pages made of any lines', () => {
    const line = fc.oneof(
      fc.constantFrom('Companies', 'Opinion', 'Jane Park', 'Boats are late', 'Exclusive', '07:39', 'Paid Post:', '48'),
      fc.constantFrom(
        '13 Feb 2026 - 10:15PM',
        '2 hours ago',
        '13 Foo 2026 - 10:15PM',
        'TRENDING TOPICS',
        'baggage is lost here',
      ),
      fc.string({ maxLength: 20 }),
    )
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'))
    // fast-check's own addresses take two seconds before the first.
    const url = fc.string({ maxLength: 12 }).map((path) => `https://a.example/${encodeURI(path)}`)
    const page = fc.oneof(fc.record({ url, text, depth: fc.nat(3) }), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(page, { maxLength: 3 }), fc.constantFrom('scmp', null, 'nobody'), (pages, name) => {
        const crawl = { start_url: 'https://a.example/', pages, source_profile_name: name }
        expect(outputFaults(parseCrawl(crawl))).toEqual([])
      }),
      { numRuns: volume(15, 1_000), seed: 12 },
    )
  })

  const [name] = fixtures
  const feed = JSON.parse(JSON.stringify(parseCrawl(readJson(`tests/fixtures/crawls/${name}`))))
  const [story, ...others] = feed.stories

  test.each([
    ['a private key', { ...story, _raw_block: [] }],
    ['empty text', { ...story, section: '' }],
    ['a type nobody knows', { ...story, content_type: 'gossip' }],
    ['no provenance', { ...story, provenance: undefined }],
    ['a time without an offset', { ...story, published: '2026-02-13T22:15:00' }],
  ])('refuses a story with %s', (_fact, bad) => {
    expect(outputFaults({ ...feed, stories: [bad, ...others] })).not.toEqual([])
  })
})
