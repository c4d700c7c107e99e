import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copytaster, MAIN, runNode } from '../support/built-program.ts'
import { silence } from '../support/publisher/steps.ts'
import { startPublisher } from '../support/publisher.ts'
import { expectWhole, twoFeeds, WRITER } from '../support/store-faults.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-e2e-'))
})
afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true })
})

describe('init', () => {
  test('writes a file that doctor finds well', async () => {
    const args = [
      'init',
      '--url',
      'https://news.example.org/rss',
      '--tab',
      'zh_news',
      '--tab-name',
      '中文新聞',
      '--timezone',
      'Asia/Taipei',
    ]
    const init = await copytaster(args, { cwd: folder })
    expect(init).toMatchObject({ code: 0, stdout: 'Wrote feeds.yaml\n' })
    expect(readFileSync(join(folder, 'feeds.yaml'), 'utf8')).toContain('- url: https://news.example.org/rss')
    const doctor = await copytaster(['doctor', '--json'], { cwd: folder })
    const checks = JSON.parse(doctor.stdout) as { name: string; state: string; finding: string }[]
    expect(checks.map((check) => check.name)).toEqual(['Node', 'Clock', 'Settings', 'Database', 'Disk'])
    expect(checks[2]).toMatchObject({ state: 'ok', finding: 'feeds.yaml: 1 source' })
    expect(doctor.code).toBe(0)
  })

  test('never writes over a file unless told to', async () => {
    writeFileSync(join(folder, 'feeds.yaml'), 'tabs: {}\n')
    const init = await copytaster(['init'], { cwd: folder })
    expect(init).toMatchObject({ code: 2, stderr: 'feeds.yaml: is there already; --force writes over it\n' })
    expect(readFileSync(join(folder, 'feeds.yaml'), 'utf8')).toBe('tabs: {}\n')
    expect(await copytaster(['init', '--force'], { cwd: folder })).toMatchObject({ code: 0 })
  })

  test('refuses answers that would make a broken file', async () => {
    const init = await copytaster(['init', '--url', 'gopher://old.example'], { cwd: folder })
    expect(init.code).toBe(2)
    expect(init.stderr).toContain('url must be an http or https address, got "gopher://old.example"')
  })
})

describe('bad usage is one line with a cure, and exit 2', () => {
  test.each([
    ['an unknown command', ['dcotor'], "error: unknown command 'dcotor'"],
    ['an unknown option', ['doctor', '--jsno'], "error: unknown option '--jsno'"],
    [
      'a settings file that is not there',
      ['migrate', '--config', 'nowhere.yaml'],
      'nowhere.yaml: no such file; `copytaster init` writes one',
    ],
    [
      'a password on the command line',
      ['migrate', '--database', 'postgres://me:pw@db.example/x'],
      '--database must not carry a password',
    ],
    [
      'an unknown setting',
      ['migrate', '--set', 'fetch.concurency=3'],
      '--set fetch.concurency: no such setting, did you mean fetch.concurrency?',
    ],
  ])('%s', async (_fact, args, expected) => {
    const ran = await copytaster(args, { cwd: folder })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(expected)
    expect(ran.stderr).not.toMatch(/\n\s+at /)
    expect(ran.stdout).toBe('')
  })

  test('every fault of a broken feeds.yaml is listed', async () => {
    writeFileSync(join(folder, 'feeds.yaml'), 'tabs:\n  a:\n    sources:\n      - url: x\n        tier: T9\n')
    const ran = await copytaster(['migrate'], { cwd: folder })
    expect(ran).toMatchObject({
      code: 2,
      stderr:
        'feeds.yaml:4:14 url must be an http or https address, got "x"\nfeeds.yaml:5:15 tier must be T1 to T5, got "T9"\n',
    })
  })
})

test('parse waits as long as the settings say, then names the cause', async () => {
  const publisher = await startPublisher()
  publisher.on('/silent', silence)
  const env = {
    COPYTASTER_FETCH_ONCE_TIMEOUT: '300ms',
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: JSON.stringify([`${publisher.address}:${publisher.port}`]),
  }
  const ran = await copytaster(['parse', publisher.url('/silent')], { cwd: folder, env })
  await publisher.close()
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('within 0.3 s')])
})

test.each([
  ['webhook', '{url: "https://a.example/hook", secret_env: NOT_SET}'],
  ['email', '{host: mail.example, from: a@a.example, to: [b@a.example], user: me, password_env: NOT_SET}'],
])('doctor notices that the variable with the secret of %s is not set', async (channel, settings) => {
  writeFileSync(join(folder, 'feeds.yaml'), `delivery: {${channel}: ${settings}}\n`)
  const { stdout } = await copytaster(['doctor'], { cwd: folder })
  expect(stdout).toContain(`${channel}: the variable NOT_SET is not set`)
})

test('help lists the commands and exits 0', async () => {
  const { code, stdout } = await copytaster(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('doctor')
})

/** A folder in which no file can be made. Rights do not bind root, so root gets one that the system makes itself. */
function unwritable(own: string): string {
  if (process.getuid?.() === 0) return '/proc'
  chmodSync(own, 0o555)
  return own
}

describe('a database that cannot be had is one line with a cure, and exit 1', () => {
  test('a folder without rights', async () => {
    const ran = await copytaster(['migrate', '--database', `sqlite:${join(unwritable(folder), 'news.db')}`])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(
      /^the database file sqlite:.*news\.db: .*check that the folder exists and that you may write there\n$/,
    )
  })

  test('a folder that is not there', async () => {
    const ran = await copytaster(['migrate', '--database', `sqlite:${join(folder, 'no', 'news.db')}`])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/the folder .*no does not exist; make it first\n$/)
  })

  test('a file that is no database', async () => {
    writeFileSync(join(folder, 'news.db'), 'this is not a database, it only looks long enough to be one '.repeat(20))
    const ran = await copytaster(['migrate', '--database', `sqlite:${join(folder, 'news.db')}`])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/it is not a Copytaster database; name another file with --database\n$/)
  })

  test('a server that does not answer', async () => {
    const ran = await copytaster(['migrate', '--database', 'postgres://nobody@127.0.0.1:9/none'])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/nothing answers there; start the server or correct the address\n$/)
  })

  test('a full disk', async () => {
    const ran = await copytaster(['migrate', '--database', `sqlite:${join(folder, 'news.db')}`], { fileBlocks: 8 })
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/(disk is full|disk failed or is full); make room.*nothing already stored is lost\n$/)
  })
})

test('a disk that fills up while writing loses nothing that was reported', async () => {
  const { address, drop, store } = await twoFeeds('sqlite')
  await store.close()
  const ran = await runNode([WRITER, address, '1', '100000'], { fileBlocks: 3000 })
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toMatch(/make room/)
  const reported = ran.stdout.split('\n').slice(0, -1).map(Number)
  expect(reported.length).toBeGreaterThan(5)
  await expectWhole(address, reported)
  await drop()
})

describe('cluster', () => {
  const lines = Array.from({ length: 1000 }, (_, i) =>
    JSON.stringify({ id: i, title: `Story ${i % 50} about the harbour bridge ${i % 50}` }),
  )

  test('gives each article its topic, in the order of the input', async () => {
    const { code, stdout } = await copytaster(['cluster', '-'], { stdin: lines.slice(0, 120).join('\n') })
    expect(code).toBe(0)
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 120 }, (_, i) => String(i)))
    expect(found[0].topic).toBe(found[50].topic)
  })

  test('a reader that has seen enough is no fault', async () => {
    // More than a pipe holds.
    const long = lines.slice(0, 120).map((line, i) => line.replace(`"id":${i}`, `"id":"${i}-${'x'.repeat(1000)}"`))
    writeFileSync(join(folder, 'news.jsonl'), long.join('\n'))
    const script = `"${process.execPath}" "${MAIN}" cluster news.jsonl | head -1; exit \${PIPESTATUS[0]}`
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('ward refuses more than it can take', async () => {
    const many = Array.from({ length: 5001 }, (_, i) => `{"id":${i},"title":"t"}`).join('\n')
    const { code, stderr } = await copytaster(['cluster', '-', '--method', 'ward', '--topics', '5'], { stdin: many })
    expect([code, stderr]).toEqual([
      2,
      '--topics takes up to 5000 articles, these are 5001: leave it out, and use stories or dbscan\n',
    ])
  })
})
