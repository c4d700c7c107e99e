import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { MAIN } from '../support/built-program.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* From a publisher to a page, a file and a message, through the program. */

/** Somewhere it is two in the afternoon: no midnight and no digest's hour falls into the test. */
const offset = new Date().getUTCHours() - 14
const ZONE = `Etc/GMT${offset < 0 ? '' : '+'}${offset}`

let publisher: Publisher
let desk: Desk
beforeAll(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  publisher.on('/feed', serve(rss(someItems(4, Date.now() - 60_000))))
  publisher.on('/hook', status(204))
  desk.write(
    `digest: {timezone: ${ZONE}}
server: {listen: "127.0.0.1:0"}
delivery: {file: {folder: out, formats: [md, html]}, webhook: {url: "${publisher.url('/hook')}", secret_env: HOOK_SECRET}}
tabs: {en_news: {name: News, sources: [{url: "${publisher.url('/feed')}"}]}}
`,
  )
})
afterAll(async () => {
  await publisher.close()
  await desk.remove()
})

describe('one pass', () => {
  test('run polls, counts after each stage and prints the digest', async () => {
    const { code, stdout, stderr } = await desk.run('run')
    expect(code).toBe(0)
    expect(stderr).toContain('Fetched 4 entries, 4 after guid, 4 after address,')
    expect(stderr).toMatch(/Selected \d+ top stor(y|ies), \d+ noteworthy, \d+ also mentioned/)
    // Its zone has noon just behind it, so that the midday digest was the last.
    expect(stdout).toMatch(/^# Midday Update/)
    expect(stdout).toContain('Report number 4')
    expect(existsSync(join(desk.folder, 'out'))).toBe(false)
  })

  test.each([
    ['html', /^<!doctype html>/i],
    ['email', /^(From|Message-ID|MIME-Version|Date|To|Subject): /m],
    ['json', /^\{/],
    ['atom', /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/],
    ['rss', /<rss version="2\.0"/],
  ])('digest --format %s is that', async (format, form) => {
    const { code, stdout } = await desk.run('digest', '--format', format)
    expect(code).toBe(0)
    expect(stdout).toMatch(form)
    expect(stdout).toContain('Report number 4')
  })
})

describe('--send', () => {
  test('a secret that is missing is a sure failure, told, and mended by the next --send', async () => {
    const missing = await desk.run('digest', '--type', 'morning', '--send')
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('not sent (the variable HOOK_SECRET is not set); it is tried again')
    expect(missing.stderr).toContain('.md: sent')
    expect(publisher.requestsTo('/hook')).toHaveLength(0)

    const mended = await desk.runWith({ HOOK_SECRET: 's3cret' }, 'digest', '--type', 'morning', '--send')
    expect(mended.code).toBe(0)
    expect(mended.stderr).toMatch(/webhook to .*: sent/)
    expect(mended.stderr).toMatch(/file to .*: was sent, or tried, before; never twice/)
    const [hook] = publisher.requestsTo('/hook')
    expect(hook!.headers['x-copytaster-signature']).toMatch(/^v1=[0-9a-f]{64}$/)
    expect(JSON.parse(hook!.body)).toMatchObject({ type: 'morning', zone: ZONE })
    expect(JSON.stringify([mended, missing])).not.toContain('s3cret')
  })

  test('never twice', async () => {
    const { code, stderr } = await desk.runWith({ HOOK_SECRET: 's3cret' }, 'digest', '--type', 'morning', '--send')
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/: sent$/m)
    expect(publisher.requestsTo('/hook')).toHaveLength(1)
    const files = readdirSync(join(desk.folder, 'out')).sort()
    expect(files.map((name) => name.replace(/^\d{4}-\d\d-\d\d/, 'DAY'))).toEqual(['DAY-morning.html', 'DAY-morning.md'])
    const { stdout } = await desk.run('digest', '--type', 'morning')
    expect(readFileSync(join(desk.folder, 'out', files[1]!), 'utf8').trim()).toBe(stdout.trim())
  })
})

describe('--resend', () => {
  const again = () => desk.runWith({ HOOK_SECRET: 's3cret' }, 'digest', '--resend')

  test('sends nothing while nothing is in doubt', async () => {
    const { code, stdout, stderr } = await again()
    expect([code, stdout, stderr]).toEqual([0, '', 'No delivery of the last week is in doubt.\n'])
  })

  test('sends the one in doubt once more, under the same name, and then no more', async () => {
    const [sent] = publisher.requestsTo('/hook')
    const store = await openStore(desk.address)
    const hook = (await store.deliveries(0, 10)).find(({ channel }) => channel === 'webhook')!
    await store.settleDelivery(hook, { outcome: 'unknown', detail: 'the line went dead', now: Date.now() })
    await store.close()
    expect(await again()).toMatchObject({ code: 0, stdout: '', stderr: `webhook to ${hook.recipient}: sent\n` })
    expect((await again()).stderr).toBe('No delivery of the last week is in doubt.\n')
    const hooks = publisher.requestsTo('/hook')
    expect(hooks).toHaveLength(2)
    expect(hooks[1]!.headers['idempotency-key']).toBe(sent!.headers['idempotency-key'])
    expect(hooks[1]!.body).toBe(sent!.body)
  })
})

test('a digest asked for ahead of its hour is shown and not kept', async () => {
  const { code, stdout, stderr } = await desk.run('digest', '--type', 'evening')
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /^A preview, not stored: the evening digest of .* is made at .*18:00.*, as digest\.schedule says\.\n$/,
    ),
  ])
  expect(stdout).toMatch(/^# Evening Recap/)
  const store = await openStore(desk.address)
  expect((await store.digestsBefore(1, Number.MAX_SAFE_INTEGER, 10)).map(({ type }) => type)).toEqual(['morning'])
  await store.close()
})

describe('serve', () => {
  let daemon: ChildProcess
  let said = ''
  let address: string
  beforeAll(async () => {
    const store = await openStore(desk.address)
    const lost = { subject: 'digest:2026-01-02:evening', channel: 'email', recipient: 'me@a.example' } as const
    await store.claimDelivery(lost, Date.now() - 3_600_000)
    await store.close()
    const env = { ...process.env, COPYTASTER_DATABASE: desk.address }
    daemon = spawn(process.execPath, [MAIN, 'serve'], { cwd: desk.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    daemon.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
    for (let i = 0; i < 400 && !/In doubt.*\n/.test(said); i++) await new Promise((resolve) => setTimeout(resolve, 50))
    address = /shown at (\S+)/.exec(said)![1]!
  })
  afterAll(() => void daemon.kill('SIGKILL'))

  test('shows the digests on its address, and what each is in every form', async () => {
    const index = await (await fetch(new URL('/digests', address))).text()
    const [path] = /\/digests\/\d{4}-\d\d-\d\d\/morning(?=")/.exec(index)!
    const page = await fetch(new URL(path, address))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('Report number 4')
    const file = await fetch(new URL(`${path}.html`, address))
    expect(await file.text()).toContain('Report number 4')
    const headers = { 'if-none-match': file.headers.get('etag')! }
    expect((await fetch(new URL(`${path}.html`, address), { headers })).status).toBe(304)
    const digest = (await (await fetch(new URL(`${path}.json`, address))).json()) as { type: string }
    expect(digest.type).toBe('morning')
    expect((await fetch(new URL('/feed.atom', address))).status).toBe(200)
    expect((await fetch(new URL('/digests/1999-01-01/morning', address))).status).toBe(404)
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(405)
  })

  test('tells at its start of deliveries nobody knows about', () => {
    expect(said).toMatch(
      /^In doubt: digest:2026-01-02:evening by email to me@a\.example, begun .*; `copytaster digest --resend` sends it again$/m,
    )
  })

  test('stops cleanly when told to', async () => {
    const ended = new Promise((resolve) => daemon.once('exit', resolve))
    daemon.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said).toContain('Stopped; nothing is lost.')
  })
})
