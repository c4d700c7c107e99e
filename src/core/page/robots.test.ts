import { describe, expect, test } from 'vitest'
import type { Reply } from '../domain/reply.ts'
import { agentName, readRobots, robotsUrl } from './robots.ts'

const URL_ = 'https://a.example/robots.txt'
const asked = { asked: URL_, url: URL_, hops: [], wireBytes: 0, tookMs: 1 }
const answer = (status: number, text = ''): Reply => ({
  kind: 'answer',
  ...asked,
  status,
  headers: {},
  body: Buffer.from(text),
  complete: true,
  conditional: false,
})
const allows = (text: string, path: string, status = 200) => {
  const rules = readRobots(URL_, answer(status, text), 'Copytaster')
  return rules.kind === 'rules' && rules.allows(`https://a.example${path}`)
}

describe('readRobots', () => {
  test.each([
    ['an empty file allows everything', '', '/news/1', true],
    ['a rule for all is for us', 'User-agent: *\nDisallow: /private/', '/private/1', false],
    [
      'a rule for us comes before that for all',
      'User-agent: *\nDisallow: /\n\nUser-agent: copytaster\nAllow: /',
      '/news',
      true,
    ],
    ['a rule for another is not for us', 'User-agent: OtherBot\nDisallow: /', '/news', true],
    ['the longer path wins', 'User-agent: *\nDisallow: /news\nAllow: /news/open', '/news/open/1', true],
    ['wildcards', 'User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
    ['a page in place of the file allows everything', '<html><body>Not here</body></html>', '/news', true],
  ])('%s', (_fact, text, path, expected) => expect(allows(text, path)).toBe(expected))

  test.each([404, 403, 410])('status %i: there are no rules', (status) =>
    expect(allows('User-agent: *\nDisallow: /', '/news', status)).toBe(true),
  )
  test.each([500, 503, 429])('status %i: not now', (status) =>
    expect(readRobots(URL_, answer(status), 'Copytaster').kind).toBe('unavailable'),
  )
  test('no answer: not now', () =>
    expect(readRobots(URL_, { kind: 'noAnswer', ...asked, failure: 'dns', message: '' }, 'Copytaster').kind).toBe(
      'unavailable',
    ))
  test.each([
    ['Crawl-delay: 5', 5_000],
    ['Crawl-delay: 86400', 30_000],
    ['Crawl-delay: soon', 0],
  ])('%s', (line, pauseMs) =>
    expect(readRobots(URL_, answer(200, `User-agent: *\n${line}`), 'Copytaster')).toMatchObject({ pauseMs }),
  )
  // Trying every way in which the stars could match would never end: rules and addresses are cut, and what is left matches.
  test('a hostile file is read to its end', () => {
    const rule = `Disallow: /${'*a'.repeat(10)}${'a'.repeat(300)}b\n`
    expect(allows(`User-agent: *\n${rule.repeat(2_000)}`, `/${'a'.repeat(20_000)}`)).toBe(false)
  })
})

test('robotsUrl keeps the port', () =>
  expect(robotsUrl('http://a.example:8080/x?y')).toBe('http://a.example:8080/robots.txt'))
test.each([
  ['Copytaster/0.1.0 (feed reader; 1 subscriber)', 'Copytaster'],
  ['MyReader (+https://a.example)', 'MyReader'],
])('agentName of %s', (agent, name) => expect(agentName(agent)).toBe(name))
