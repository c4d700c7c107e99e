import { describe, expect, test } from 'vitest'
import { NOTHING_ADMITTED } from '../app/admission-job.ts'
import { parseCrawl } from '../core/crawl/parse-crawl.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { Act } from './command.ts'
import { crawlCommand, type IngestCrawl } from './crawl.ts'
import { type ExitCode, reportError } from './report-error.ts'
import { openTerminal } from './terminal.ts'

const crawl = JSON.stringify({
  start_url: 'https://www.scmp.com/business',
  pages: [{ url: 'https://www.scmp.com/business', depth: 1, text: 'Tech\nBoats are late\n2 hours ago' }],
})
const harbour = JSON.stringify([{ name: 'harbour', timezone: 'UTC', date_patterns: ['\\d+ hours ago'] }])

async function run(args: readonly string[], files: Readonly<Record<string, string>>) {
  const out: string[] = []
  const err: string[] = []
  let exitCode: ExitCode = 0
  const act: Act = async (options, work) => {
    const terminal = openTerminal(options, {
      out: (text) => out.push(text.trimEnd()),
      err: (text) => err.push(text.trimEnd()),
    })
    try {
      exitCode = await work(terminal)
    } catch (error) {
      exitCode = reportError(error, (line) => err.push(line), false)
    }
  }
  const asked: Parameters<IngestCrawl>[0][] = []
  const ingest: IngestCrawl = async (request) => {
    asked.push(request)
    const count = { ...NOTHING_ADMITTED, added: 1 }
    return {
      feed: { id: 3, url: 'https://a.example/' } as Feed,
      crawl: parseCrawl(request.result, request.options),
      count,
    }
  }
  await crawlCommand(act, async (file) => files[file]!, ingest).parseAsync([...args], { from: 'user' })
  return { exitCode, out, err, asked }
}

describe('crawl parse', () => {
  test('prints the feed and says what it counted', async () => {
    const { exitCode, out, err } = await run(['parse', 'a.json', '--profile', 'scmp'], { 'a.json': crawl })
    expect(exitCode).toBe(0)
    expect(JSON.parse(out.join('')).stories[0].headline).toBe('Boats are late')
    expect(err).toEqual(['1 story from 1 page, 0 duplicates removed, 0 noise lines stripped, 1 warning'])
  })

  test('reads standard input, the user’s profiles, the clock and the version', async () => {
    const args = ['parse', '-', '--profiles', 'p.json', '--profile', 'harbour', '--json']
    const more = ['--crawl-time', '2026-02-14T10:30:00Z', '--parser-version', '9.1.0']
    const { out } = await run([...args, ...more], { '-': crawl, 'p.json': harbour })
    expect(out).toHaveLength(1)
    expect(out[0]).not.toContain('\n')
    const feed = JSON.parse(out[0]!)
    expect(feed.feed_meta).toMatchObject({ source_profile: 'harbour', parser_version: '9.1.0' })
    expect(feed.stories[0].published).toBe('2026-02-14T08:30:00+00:00')
  })

  test.each([
    ['ingest: no JSON', ['ingest', 'a.json'], { 'a.json': '[' }, 'a.json is not JSON: '],
    ['ingest: no start_url', ['ingest', 'a.json'], { 'a.json': '{"pages":[]}' }, 'start_url must be'],
    [
      'ingest: a bad clock',
      ['ingest', 'a.json', '--crawl-time', 'noon'],
      { 'a.json': crawl },
      'crawl_time_utc must be',
    ],
    ['no JSON', ['parse', 'a.json'], { 'a.json': 'not\njson' }, 'a.json is not JSON: '],
    ['no JSON on standard input', ['parse', '-'], { '-': '' }, 'standard input is not JSON: '],
    [
      'profiles that are no JSON',
      ['parse', 'a.json', '--profiles', 'p.json'],
      { 'a.json': crawl, 'p.json': '{' },
      'p.json is not JSON: ',
    ],
    ['no start_url', ['parse', 'a.json'], { 'a.json': '{"pages":[]}' }, 'start_url must be'],
    [
      'pages that are no list',
      ['parse', 'a.json'],
      { 'a.json': '{"start_url":"x","pages":7}' },
      'pages must be a list',
    ],
    ['a bad clock', ['parse', 'a.json', '--crawl-time', 'noon'], { 'a.json': crawl }, 'crawl_time_utc must be'],
    [
      'a failed crawl',
      ['parse', 'a.json'],
      { 'a.json': '{"success":false,"error_code":"TIMEOUT"}' },
      'success is false',
    ],
  ])('%s: exit 2, one line, nothing printed', async (_fact, args, files, line) => {
    const { exitCode, out, err } = await run(args, files)
    expect([exitCode, out, err.length]).toEqual([2, [], 1])
    expect(err[0]).toContain(line)
    expect(err[0]).not.toContain('\n')
  })
})

describe('crawl ingest', () => {
  const files = { 'a.json': crawl, 'p.json': harbour }

  test('prints what became of the stories', async () => {
    const { exitCode, out, err } = await run(['ingest', 'a.json', '--profile', 'scmp'], files)
    expect([exitCode, out]).toEqual([0, ['1 story: 1 new, 0 updated, 0 seen before']])
    expect(err).toEqual(['1 story from 1 page, 0 duplicates removed, 0 noise lines stripped, 1 warning'])
  })

  test('gives a machine the structured feed as well', async () => {
    const { out } = await run(['ingest', 'a.json', '--json'], files)
    const { ingest, ...feed } = JSON.parse(out[0]!)
    expect(ingest).toMatchObject({ feed: 3, url: 'https://a.example/', added: 1, revised: 0, duplicates: 0 })
    expect(feed).toEqual(parseCrawl(JSON.parse(crawl)))
  })

  test('takes the options of parse, and a tab', async () => {
    const args = ['--profiles', 'p.json', '--profile', 'harbour', '--crawl-time', '2026-02-14T10:30:00Z', '--tab', 'x']
    const { asked } = await run(['ingest', 'a.json', ...args, '--parser-version', '9'], files)
    expect(asked).toEqual([
      {
        result: JSON.parse(crawl),
        bytes: crawl.length,
        tab: 'x',
        newTab: false,
        options: {
          profile: 'harbour',
          profiles: JSON.parse(harbour),
          crawlTimeUtc: '2026-02-14T10:30:00Z',
          parserVersion: '9',
        },
      },
    ])
  })
})
