import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { type CommandDeps, runProgram } from './program.ts'

/* Commands with good, bad and no input, over an app in memory. */

const NOW = Date.UTC(2026, 2, 3, 12)
let desk: Desk
beforeAll(async () => {
  desk = await anApp({ now: NOW, settings: 'digest: {timezone: UTC}\ntabs: {en_news: {sources: []}}\n' })
  desk.publish('https://a.example/rss', [
    { title: 'Harbour bridge closed', url: 'https://a.example/1', at: NOW - 3_600_000 },
  ])
  await desk.poll()
})
afterAll(() => desk.close())
afterEach(() => vi.restoreAllMocks())

async function run(...argv: string[]) {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    })
  }
  const deps: Partial<CommandDeps> = {
    version: '0',
    machineZone: () => 'UTC',
    invocation: 'copytaster',
    withApp: (_, work) => work(desk.app),
    dedupSettings: () => ({ policy: 'calibrated', retentionDays: 30 }) as ReturnType<CommandDeps['dedupSettings']>,
  }
  const code = await runProgram(argv, deps as CommandDeps)
  vi.restoreAllMocks()
  return { code, ...said }
}

describe('is refused in one line that names the cure:', () => {
  test.each([
    ['why', "missing required argument 'what'; `copytaster why --help` shows how"],
    ['why nowhere', 'no article, story or feed is called "nowhere"; `copytaster articles`, `stories`'],
    ['why article 999', 'no article is called "999"; `copytaster articles`'],
    ['why article 99999999999999999999', 'no article is called'],
    ['why story ffff', 'no story is called "ffff"; `copytaster stories`'],
    ['why story not-a-name', 'no story is called "not-a-name"'],
    ['why feed nope', 'no feed is called "nope"; `copytaster feeds list`'],
    ['why 1', 'is an article and a feed: say `why article 1`'],
    ['split', "missing required argument 'article'; `copytaster split --help` shows how"],
    ['split nowhere', 'no article is called "nowhere"'],
    ['split 1', 'article 1 is alone in its story'],
    ['join 1', "missing required argument 'other'"],
    ['join 1 1', 'is one article: name two'],
    ['join 1 nowhere', 'no article is called "nowhere"'],
    ['stories --limit 0', '--limit must be a whole number from 1 to 1000000, got "0"'],
    ['stories --since soon', '--since must be a day such as'],
    ['replay', 'name what to change, such as --set dedup.link_certainty=0.7'],
    ['replay --set dedup.link_certainty=0.7 --limit no', '--limit must be a whole number'],
    ['more', "missing required argument 'article'"],
    ['more 999', 'no article is called "999"'],
    ['less https://nowhere.example/', 'no article is called "https://nowhere.example/"'],
    ['profile --limit x', '--limit must be a whole number'],
    ['topics --window soon', '--window must be a length of time such as 90min, 24h or 7d, got "soon"'],
    ['topics --window 99999w', '--window must be a length of time'],
    ['topics --topics 0', '--topics must be a whole number from 1 to 5000'],
    ['digest --type noon', '--type must be one of morning, midday, evening, weekly, got "noon"'],
    ['digest --format pdf', '--format must be one of md, html, email, json, atom, rss, got "pdf"'],
    ['digest --window 0h', '--window must be a length of time such as 90min, 24h or 7d, got "0h"'],
    ['digest --tab nope', '--tab must be one of en_news, got "nope"'],
    ['digest --type morning --send', 'nothing to send to: name a channel under `delivery` in feeds.yaml'],
    ['run --tab nope', '--tab must be one of en_news'],
    ['run --send', 'nothing to send to'],
    ['digest --nonsense', "unknown option '--nonsense'; `copytaster digest --help` shows how"],
    ['stories a b', 'Expected 0 arguments but got 2; `copytaster stories --help` shows how'],
    ['feeds lst', "unknown command 'lst'"],
  ])('%s', async (line, words) => {
    const { code, stdout, stderr } = await run(...line.split(' '))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(line.startsWith('feeds') ? 2 : 1)
  })

  test('and nothing was done for it', async () => {
    expect(await desk.store.digestsBefore(1, Number.MAX_SAFE_INTEGER, 10)).toEqual([])
    expect(await desk.store.storyConstraints()).toEqual([])
  })
})

describe('--json prints one JSON text:', () => {
  test.each([
    'stories --all --json',
    'why article 1 --json',
    'why feed 1 --json',
    'topics --json',
    'topics --topics 1 --json',
    'topics --window 90min --json',
    'digest --window 1.5h --json',
    'stories --since 90min --json',
    'profile --json',
    'more 1 --json',
    'less 1 --json',
    'digest --json',
    'replay --set dedup.link_certainty=0.7 --json',
  ])('%s', async (line) => {
    const { code, stdout, stderr } = await run(...line.split(' '))
    expect([code, stderr]).toEqual([0, ''])
    expect(() => JSON.parse(stdout)).not.toThrow()
  })
})

test('topics of a window in which nothing was published say so, and how to look further', async () => {
  desk.setClock(NOW + 90 * 86_400_000)
  const { code, stdout, stderr } = await run('topics')
  desk.setClock(NOW + 1000)
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toBe('Nothing was published in this window; `--window 7d` looks further back.\n')
})

test('a digest is printed and not kept; with a type it is kept, once a day', async () => {
  expect((await run('digest')).stdout).toContain('Harbour bridge closed')
  expect(await desk.app.digests.stored(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
  const first = await run('digest', '--type', 'midday')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  desk.setClock(NOW + 3_600_000)
  const again = await run('digest', '--type', 'midday')
  expect(again.stdout).toBe(first.stdout)
  expect(again.stderr).toMatch(/^This is the midday digest of 2026-03-03, made at .*; there is one a day\.\n$/)
})
