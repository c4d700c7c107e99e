import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { settingsJsonSchema } from './json-schema.ts'
import { environmentOverrides, setOverrides } from './overrides.ts'
import { parseSettings } from './read-settings.ts'

const read = (text: string) => parseSettings(text, 'feeds.yaml', [])

function faults(text: string): readonly string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof UserError) return error.lines
    throw error
  }
  return []
}

describe('a good file', () => {
  test('gives defaults for everything left out', () => {
    const { settings } = read('')
    expect(settings.fetch.once).toEqual({ timeout: 10_000, retries: [1000, 2000] })
    expect(settings.fetch.daemon).toEqual({ timeout: 30_000, retries: [60_000] })
    expect(settings.fetch).toMatchObject({ concurrency: 64, perHost: 1, hostPause: 1000, maxBytes: 10_000_000 })
    expect(settings.dedup).toMatchObject({ policy: 'calibrated', retentionDays: 30, numberVeto: true, titleStep: true })
    expect(settings.score.weights).toEqual({
      authority: 0.25,
      recency: 0.2,
      corroboration: 0.2,
      relevance: 0.2,
      depth: 0.15,
    })
    expect(settings.digest).toMatchObject({ window: 86_400_000, minimumImportance: 15 })
    expect(settings.database).toBe('sqlite:copytaster.db')
  })

  test('gives tabs and sources as written', () => {
    const { settings, sourceLines } = read(
      'tabs:\n  zh_news:\n    name: 中文新聞\n    sources:\n      - url: https://feeds.example.org/world\n        category: 國際\n        tier: T2\n',
    )
    expect(settings.tabs.zh_news).toMatchObject({ name: '中文新聞', itemLimitPerCategory: 5, maxItemsPerFeed: 20 })
    expect(settings.tabs.zh_news!.sources).toEqual([
      { url: 'https://feeds.example.org/world', category: '國際', tier: 'T2', kind: 'major' },
    ])
    expect([...sourceLines.values()]).toEqual([[5]])
  })

  test.each(['tabs:\n', 'tabs:\n  a:\n    sources:\n', 'fetch:\ndigest:\n  schedule:\n'])(
    'takes a section or list whose lines are all comments for one left out: %j',
    (text) => expect(read(text).settings.fetch).toEqual(read('').settings.fetch),
  )

  test('but not an empty value', () => {
    expect(faults('digest:\n  timezone:\n')).toEqual([
      'feeds.yaml:2:12 timezone must be the name of a time zone, such as Asia/Taipei, got null',
    ])
  })
})

describe('a broken file gets the place and the cure', () => {
  test.each(['61 * * * *', 'every morning', '0 0 7 * * *', '0 7 30 2 *', '@daily'])(
    'a cron line that never comes or means nothing: %s',
    (line) =>
      expect(faults(`digest:\n  schedule: {morning: "${line}"}\n`)).toEqual([
        `feeds.yaml:2:23 morning must be five cron fields that name a time, such as "0 7 * * *", got "${line}"`,
      ]),
  )

  test.each([
    [
      'a bad value',
      'tabs:\n  a:\n    sources:\n      - url: https://a.example/\n        tier: T9\n',
      'feeds.yaml:5:15 tier must be T1 to T5, got "T9"',
    ],
    [
      'a misspelt key',
      'tabs:\n  a:\n    sources:\n      - url: https://a.example/\n        teir: T1\n',
      'feeds.yaml:5:9 unknown key "teir", did you mean "tier"?',
    ],
    [
      'a port that no machine has',
      'server: {listen: "127.0.0.1:99999"}\n',
      'feeds.yaml:1:18 listen must be address:port, such as 127.0.0.1:8787, or unix: with the path of a socket file, got "127.0.0.1:99999"',
    ],
    [
      'a proxy that is no address',
      'server: {trusted_proxies: [10.0.0.1, nginx]}\n',
      /^feeds\.yaml:1:\d+ .*must be an IP address or a range, such as 10\.0\.0\.0\/8, got "nginx"$/,
    ],
    [
      'a proxy whose range is none',
      'server: {trusted_proxies: [10.0.0.0/33]}\n',
      /must be an IP address or a range, such as 10\.0\.0\.0\/8, got "10\.0\.0\.0\/33"$/,
    ],
    [
      'an opened address that is none',
      'fetch:\n  allow_private_networks: [localhost]\n',
      'feeds.yaml:2:28 allow_private_networks must hold IP addresses, address:port pairs or CIDR blocks, got "localhost"',
    ],
    [
      'a User-Agent that cannot be sent',
      'fetch:\n  user_agent: "a\\nb"\n',
      'feeds.yaml:2:15 user_agent must be printable ASCII on one line, got "a\\nb"',
    ],
    [
      'a mail address that is none',
      'delivery:\n  email: {host: a.example, from: me, to: [you@a.example]}\n',
      'feeds.yaml:2:34 from must be a mail address, got "me"',
    ],
    ['a misspelt section', 'fetsh: {}\n', 'feeds.yaml:1:1 unknown key "fetsh", did you mean "fetch"?'],
    [
      'no url',
      'tabs:\n  a:\n    sources:\n      - tier: T1\n',
      'feeds.yaml:4:9 url is missing: it must be an http or https address',
    ],
    [
      'an address that is not on the web',
      'tabs:\n  a:\n    sources:\n      - url: ftp://a.example/\n',
      'feeds.yaml:4:14 url must be an http or https address, got "ftp://a.example/"',
    ],
    [
      'a length without a unit',
      'fetch:\n  once: {timeout: 10}\n',
      'feeds.yaml:2:19 timeout must be a length of time with a unit, such as 10s, 15m or 24h, got 10',
    ],
    [
      'a number out of range',
      'dedup: {retention_days: 0}\n',
      'feeds.yaml:1:25 retention_days must be a whole number from 1 to 3650, got 0',
    ],
    [
      'a list where a map belongs',
      'tabs: [a, b]\n',
      'feeds.yaml:1:7 tabs must be the tabs, each with its sources, got a list',
    ],
    [
      'a map where text belongs',
      'database: {a: 1}\n',
      'feeds.yaml:1:11 database must be sqlite:FILE or postgres://…, got a map of keys',
    ],
    [
      'weights that do not add up',
      'score:\n  weights: {depth: 0.9}\n',
      'feeds.yaml:2:12 weights must add up to 1, got a map of keys',
    ],
    [
      'an unknown zone',
      'digest: {timezone: Asia/Atlantis}\n',
      'feeds.yaml:1:20 timezone must be the name of a time zone, such as Asia/Taipei, got "Asia/Atlantis"',
    ],
    [
      'the same feed twice, though written differently',
      'tabs:\n  a:\n    sources:\n      - url: https://www.a.example/rss\n      - url: http://a.example/rss/\n',
      'feeds.yaml:5:14 url "http://a.example/rss/" is listed already in line 4; remove one of them',
    ],
    [
      'a secret in the file',
      'delivery:\n  webhook: {url: "https://a.example/", secret: hush}\n',
      'feeds.yaml:2:40 secret must not stand in the file: name it by secret_env or secret_file',
    ],
    [
      'a token in the file',
      'delivery:\n  ntfy: {topic: news, token: hush}\n',
      'feeds.yaml:2:23 token must not stand in the file: name it by token_env or token_file',
    ],
    [
      'a topic that ntfy would not take',
      'delivery:\n  ntfy: {topic: my news}\n',
      'feeds.yaml:2:17 topic must be 1 to 64 letters, digits, hyphens or underscores, got "my news"',
    ],
    ['text that is no YAML', 'tabs:\n  a: [\n', /^feeds\.yaml:\d+:\d+ is not valid YAML: /],
    [
      'a list as the whole file',
      '- a\n- b\n',
      'feeds.yaml:1:1 must be the sections of feeds.yaml, such as tabs and fetch',
    ],
  ])('%s', (_fact, text, expected) => {
    const lines = faults(text)
    expect(lines).toHaveLength(1)
    if (typeof expected === 'string') expect(lines[0]).toBe(expected)
    else expect(lines[0]).toMatch(expected)
  })

  test('all faults at once, in the order of the file', () => {
    const lines = faults(
      'tabs:\n  a:\n    item_limit_per_category: 0\n    sources:\n      - tier: T9\nfetch: {concurency: 3}\n',
    )
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'feeds.yaml:3:30',
      'feeds.yaml:5:9',
      'feeds.yaml:5:15',
      'feeds.yaml:6:9',
    ])
  })
})

describe('settings from elsewhere', () => {
  const schema = settingsJsonSchema
  const none = () => ''

  test('a variable changes the setting of its name', () => {
    const overrides = environmentOverrides({ COPYTASTER_FETCH_PER_HOST: '3', HOME: '/root' }, schema, none)
    expect(parseSettings('fetch: {per_host: 2}', 'feeds.yaml', overrides).settings.fetch.perHost).toBe(3)
  })

  test('a variable ending in _FILE names the file that holds the value', () => {
    const overrides = environmentOverrides(
      { COPYTASTER_DATABASE_FILE: '/run/secret' },
      schema,
      () => 'postgres://a:b@c/d\n',
    )
    expect(parseSettings('', null, overrides).settings.database).toBe('postgres://a:b@c/d')
  })

  test('a misspelt variable is refused with the nearest name', () => {
    expect(() => environmentOverrides({ COPYTASTER_FETCH_PERHOST: '3' }, schema, none)).toThrow(
      'COPYTASTER_FETCH_PERHOST: no such setting, did you mean COPYTASTER_FETCH_PER_HOST?',
    )
  })

  test('a bad value of a variable is named by the variable and not repeated', () => {
    const overrides = environmentOverrides({ COPYTASTER_DATABASE: 'mysql://me:secret@a/b' }, schema, none)
    expect(() => parseSettings('', null, overrides)).toThrow('COPYTASTER_DATABASE must be sqlite:FILE or postgres://…')
    expect(() => parseSettings('', null, overrides)).not.toThrow('secret')
  })

  test('--set uses the keys of the file', () => {
    const overrides = setOverrides(['dedup.title_jaccard=0.8', 'fetch.once.timeout=5s'], schema)
    const { settings } = parseSettings('', null, overrides)
    expect(settings.dedup.titleJaccard).toBe(0.8)
    expect(settings.fetch.once.timeout).toBe(5000)
  })

  test.each([
    ['dedup.titel_jaccard=1', '--set dedup.titel_jaccard: no such setting, did you mean dedup.title_jaccard?'],
    ['dedup.policy', '--set dedup.policy: expected KEY=VALUE, such as dedup.retention_days=14'],
  ])('--set %s is refused', (given, expected) => expect(() => setOverrides([given], schema)).toThrow(expected))
})

const good = `tabs:
  zh_news:
    name: 中文新聞
    sources:
      - {category: 國際, url: "https://feeds.example.org/world", tier: T2}
fetch: {once: {timeout: 10s, retries: [1s, 2s]}, per_host: 1}
digest: {window: 24h, timezone: Asia/Taipei}
`

test('a fuzzed file gives settings or lines with a place, never another error', () => {
  const edits = fc.array(fc.tuple(fc.nat(good.length), fc.string({ unit: anyCharacter, maxLength: 3 }), fc.nat(4)), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(edits, (list) => {
      let text = good
      for (const [at, insert, remove] of list) text = text.slice(0, at) + insert + text.slice(at + remove)
      for (const line of faults(text)) expect(line).toMatch(/^feeds\.yaml:\d+:\d+ \S/)
    }),
    { seed: 3, numRuns: 500 },
  )
})
