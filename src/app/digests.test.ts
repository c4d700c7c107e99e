import { afterEach, describe, expect, test } from 'vitest'
import { anApp, type Desk, type DeskOptions } from '../../tests/support/an-app.ts'
import { status } from '../../tests/support/publisher/steps.ts'
import { startPublisher } from '../../tests/support/publisher.ts'
import type { Digest } from '../core/domain/digest.ts'
import type { DeliveryOutcome } from '../io/deliver/delivery-outcome.ts'
import { createFetcher } from '../io/fetch/create-fetcher.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Tuesday, eight in the morning. */
const MORNING = Date.UTC(2026, 2, 3, 7)

let desk: Desk
afterEach(() => desk.close())

const settings = (delivery: string) => `digest: {timezone: UTC}\ndelivery: ${delivery}\n`

/** A desk whose mail server does what it is told. */
async function mailDesk(given: Partial<DeskOptions> = {}, answer: () => DeliveryOutcome = () => sent) {
  const mails: string[] = []
  desk = await anApp({
    now: MORNING - DAY,
    settings: settings('{email: {host: 127.0.0.1, from: desk@a.example, to: [me@a.example]}}'),
    ...given,
    effects: {
      sendMail: async (_, __, { to }) => {
        mails.push(to)
        return answer()
      },
      ...given.effects,
    },
  })
  desk.publish('https://a.example/rss', [
    { title: 'Harbour bridge closed', url: 'https://a.example/1', at: MORNING - 3 * HOUR },
  ])
  desk.setClock(MORNING - 2 * HOUR)
  await desk.poll()
  return mails
}
const sent: DeliveryOutcome = { kind: 'sent', note: '' }
const refused: DeliveryOutcome = { kind: 'failed', reason: 'no such reader', retry: false }

/** What `serve` does again and again, from one moment to another. */
async function tick(from: number, to: number, everyMs = 600_000) {
  const published = []
  for (let at = from; at <= to; at += everyMs) {
    desk.setClock(at)
    published.push(...(await desk.app.digests.publishDue(from - DAY)))
  }
  return published
}
const names = (published: readonly { stored: { type: string; localDate: string } }[]) =>
  published.map(({ stored }) => `${stored.localDate} ${stored.type}`)

describe('a digest by its schedule', () => {
  test('is made once, at its hour, and sent once', async () => {
    const mails = await mailDesk()
    const published = await tick(MORNING - HOUR, MORNING + HOUR)
    expect(names(published)).toEqual(['2026-03-03 morning'])
    expect(published[0]).toMatchObject({ fresh: true, deliveries: [{ outcome: 'sent' }] })
    expect(published[0]!.stored.at).toBe(MORNING)
    expect(mails).toEqual(['me@a.example'])
  })

  test('a machine asleep over its hour keeps it, and sends it only inside its delivery window', async () => {
    const mails = await mailDesk()
    await tick(MORNING - HOUR, MORNING - 60_000)
    const late = await tick(MORNING + 3 * HOUR, MORNING + 3 * HOUR)
    expect(names(late)).toEqual(['2026-03-03 morning'])
    expect([late[0]!.stored.at, late[0]!.deliveries, mails]).toEqual([MORNING, [], []])
    await tick(MORNING + 3 * HOUR, MORNING + 4 * HOUR)
    expect(mails).toEqual([])
  })

  test('is made up and sent when the machine wakes in time', async () => {
    const mails = await mailDesk()
    const published = await tick(MORNING + 50 * 60_000, MORNING + 50 * 60_000)
    expect([names(published), mails]).toEqual([['2026-03-03 morning'], ['me@a.example']])
  })

  test('a clock set back does not bring it again', async () => {
    const mails = await mailDesk()
    await tick(MORNING, MORNING)
    expect(await tick(MORNING - HOUR, MORNING + 60_000)).toEqual([])
    expect(mails).toHaveLength(1)
  })

  test('of a time nothing was read in is not made: it would say that nothing was published', async () => {
    desk = await anApp({ now: MORNING + 2 * HOUR })
    expect(names(await tick(MORNING + 2 * HOUR, MORNING + 2 * HOUR))).toEqual([])
    desk.publish('https://a.example/rss', [{ title: 'Harbour bridge closed', at: MORNING }])
    await desk.poll()
    expect(names(await tick(MORNING + 2 * HOUR + 60_000, MORNING + 6 * HOUR))).toEqual(['2026-03-03 midday'])
  })
})

describe('a digest that carried what was wrong', () => {
  test('is corrected at the head of the next one, once', async () => {
    desk = await anApp({ now: MORNING - DAY })
    const item = (title: string, text: string) => [
      { title, text, guid: '1', url: 'https://a.example/1', at: MORNING - 3 * HOUR },
    ]
    const text = 'The ferry sank off the northern cape in the storm of the night, and the search goes on.'
    desk.publish('https://a.example/rss', item('Ferry toll rises to 16 dead', text))
    desk.setClock(MORNING - 2 * HOUR)
    await desk.poll()
    const [first] = await tick(MORNING, MORNING)
    desk.publish('https://a.example/rss', item('Ferry toll rises to 19 dead', `${text} The coast guard counted again.`))
    desk.setClock(MORNING + 2 * HOUR)
    await desk.poll()
    const published = await tick(MORNING + 5 * HOUR, MORNING + 11 * HOUR)
    expect(names(published)).toEqual(['2026-03-03 midday', '2026-03-03 evening'])
    const [midday, evening] = published.map(({ stored }) => stored.digest)
    expect(midday!.corrections).toMatchObject([
      { what: 'figure', figure: 'dead', was: '16', now: '19', carried: { type: 'morning', at: MORNING } },
    ])
    expect(evening!.corrections).toBeUndefined()
    const kept = await desk.app.digests.on('morning', '2026-03-03')
    expect(kept!.digest).toEqual(first!.stored.digest)
  })
})

describe('a digest asked for by hand', () => {
  const asked = { windowMs: null, topics: null, tab: null }

  test('ahead of its hour is a look only: the one of the day is made and sent at its hour all the same', async () => {
    const mails = await mailDesk()
    const early = await desk.app.digests.today({ ...asked, type: 'morning' }, false)
    expect(early).toMatchObject({ dueAt: MORNING, fresh: true, deliveries: [] })
    expect(await desk.app.digests.on('morning', '2026-03-03')).toBeNull()
    const published = await tick(MORNING, MORNING)
    expect(names(published)).toEqual(['2026-03-03 morning'])
    expect([published[0]!.fresh, published[0]!.stored.at, mails]).toEqual([true, MORNING, ['me@a.example']])
    const shown = ({ topStories }: Digest) => topStories.map(({ lead }) => lead.title)
    expect(shown(early.digest)).toEqual(['Harbour bridge closed'])
    expect(shown(published[0]!.stored.digest), 'nothing was shown before').toEqual(['Harbour bridge closed'])
  })

  test('and sent ahead of its hour is sent once, and so is the one of the day', async () => {
    const mails = await mailDesk()
    const wish = { ...asked, type: 'morning' } as const
    expect((await desk.app.digests.today(wish, true)).deliveries).toMatchObject([{ outcome: 'sent' }])
    expect((await desk.app.digests.today(wish, true)).deliveries).toMatchObject([{ outcome: 'already' }])
    const [one] = await tick(MORNING, MORNING)
    expect(one!.deliveries).toMatchObject([{ outcome: 'sent', subject: 'digest:2026-03-03:morning' }])
    expect(mails).toHaveLength(2)
  })

  test('from its hour on is the one of the day', async () => {
    await mailDesk()
    desk.setClock(MORNING)
    const wish = { ...asked, type: 'morning' } as const
    expect(await desk.app.digests.today(wish, false)).toMatchObject({ dueAt: null, fresh: true })
    expect(await desk.app.digests.today(wish, false)).toMatchObject({ dueAt: null, fresh: false })
    expect(await desk.app.digests.on('morning', '2026-03-03')).not.toBeNull()
  })

  test('on a day its type has no hour is kept for that day', async () => {
    await mailDesk()
    expect(await desk.app.digests.today({ ...asked, type: 'weekly' }, false)).toMatchObject({ dueAt: null })
    expect(await desk.app.digests.on('weekly', '2026-03-03')).not.toBeNull()
  })
})

describe('a delivery in doubt', () => {
  const lost: DeliveryOutcome = { kind: 'unknown', reason: 'the line went dead' }

  test('is sent again when somebody asks, then no more', async () => {
    let answer: DeliveryOutcome = lost
    const mails = await mailDesk({}, () => answer)
    await tick(MORNING, MORNING + HOUR)
    expect(mails).toHaveLength(1)
    answer = sent
    expect(await desk.app.digests.resendDoubtful('evening')).toEqual([])
    expect(await desk.app.digests.resendDoubtful(null)).toMatchObject([
      { subject: 'digest:2026-03-03:morning', channel: 'email', recipient: 'me@a.example', outcome: 'sent' },
    ])
    expect(await desk.app.digests.resendDoubtful(null)).toEqual([])
    expect(await desk.app.digests.inDoubt()).toEqual([])
    expect(mails).toHaveLength(2)
  })

  test('stays in doubt when the second message is lost too', async () => {
    const mails = await mailDesk({}, () => lost)
    await tick(MORNING, MORNING)
    expect(await desk.app.digests.resendDoubtful('morning')).toMatchObject([{ outcome: 'unknown' }])
    expect(await desk.app.digests.inDoubt()).toMatchObject([{ outcome: 'unknown', claimedAt: MORNING }])
    expect(mails).toHaveLength(2)
  })

  test('of a look ahead, which was not kept, is left as it is', async () => {
    const mails = await mailDesk({}, () => lost)
    await desk.app.digests.today({ type: 'morning', windowMs: null, topics: null, tab: null }, true)
    expect(await desk.app.digests.resendDoubtful(null)).toMatchObject([
      { outcome: 'left', detail: 'the digest is not kept' },
    ])
    expect(mails).toHaveLength(1)
  })
})

test('the schedule does not read the content of a digest that nobody is sent', async () => {
  const contents: string[] = []
  await mailDesk({
    settings: 'digest: {timezone: UTC}\n',
    onStatement: (sql) => void (/^select \* from .digest. /.test(sql) && contents.push(sql)),
  })
  const published = await tick(MORNING, MORNING)
  expect(names(published)).toContain('2026-03-03 morning')
  contents.length = 0
  expect(await tick(MORNING + HOUR, MORNING + 2 * HOUR)).toEqual([])
  expect(contents).toEqual([])
  await desk.app.digests.on('morning', '2026-03-03')
  expect(contents).toHaveLength(1)
})

test('a digest that cannot be made is told, and does not end whoever asked for it', async () => {
  await mailDesk({ settings: 'digest: {timezone: UTC}\ntopics: {method: ward}\n' })
  desk.setClock(MORNING)
  const told: string[] = []
  expect(await desk.app.digests.publishDue(MORNING - DAY, (words) => told.push(words))).toEqual([])
  expect(told).toEqual([
    'the morning digest of 2026-03-03 cannot be made: --topics must say how many topics ward makes',
  ])
})

describe('a delivery that failed', () => {
  test('is tried again by the schedule, but not every half minute', async () => {
    const mails = await mailDesk({}, () => refused)
    await tick(MORNING, MORNING + HOUR, 60_000)
    expect(mails.length).toBeGreaterThan(1)
    expect(mails.length).toBeLessThanOrEqual(5)
  })

  test('is tried again at once when somebody asks', async () => {
    let answer: DeliveryOutcome = refused
    const mails = await mailDesk({}, () => answer)
    const wish = { type: 'morning', windowMs: null, topics: null, tab: null } as const
    expect((await desk.app.digests.today(wish, true)).deliveries).toMatchObject([{ outcome: 'failed' }])
    answer = sent
    expect((await desk.app.digests.today(wish, true)).deliveries).toMatchObject([{ outcome: 'sent' }])
    expect((await desk.app.digests.today(wish, true)).deliveries).toMatchObject([{ outcome: 'already' }])
    expect(mails).toHaveLength(2)
  })

  test('that fails with an error of our own is recorded as unknown, and the other channels still deliver', async () => {
    const delivery =
      '{file: {folder: out, formats: [md]}, email: {host: 127.0.0.1, from: a@a.example, to: [me@a.example]}}'
    const mails = await mailDesk({
      settings: settings(delivery),
      effects: { writeFile: () => Promise.reject(new Error('out of luck')) },
    })
    const [one] = await tick(MORNING, MORNING)
    expect(one!.deliveries).toMatchObject([
      { channel: 'file', outcome: 'unknown', detail: 'out of luck' },
      { outcome: 'sent' },
    ])
    expect(mails).toHaveLength(1)
  })
})

describe('news that cannot wait', () => {
  const agencies: readonly (readonly [domain: string, title: string])[] = [
    ['www.reuters.com', 'Harbour bridge collapses in Ostrander, divers search for ferry passengers'],
    ['apnews.com', 'Ferry passengers missing as Harbour bridge in Ostrander collapses'],
    ['www.afp.com', 'Mayor of Ostrander orders inquiry into collapse of Harbour bridge'],
    ['www.bbc.co.uk', 'What we know about the bridge that fell on a ferry in Ostrander'],
  ]
  /** Long enough to weigh, of one event, and nobody's copy. */
  const SHARED = ['Harbour bridge', 'Ostrander', 'ferry', 'collapse', 'divers', 'passengers']
  const report = (own: string) =>
    Array.from({ length: 300 }, (_, n) => `${SHARED[n % SHARED.length]} ${own}${n} ${own}word${n % 40}`).join(' ')
  async function breaking(settingsText: string, effects: DeskOptions['effects'] = {}) {
    const mails: string[] = []
    desk = await anApp({
      now: MORNING,
      settings: settingsText,
      effects: {
        sendMail: async (_, { subject }) => {
          mails.push(subject)
          return sent
        },
        ...effects,
      },
    })
    for (const [i, [domain, title]] of agencies.entries()) {
      const item = { title, url: `https://${domain}/bridge`, at: MORNING - (5 + i) * 60_000, text: report('abcd'[i]!) }
      desk.publish(`https://${domain}/rss`, [item])
    }
    await desk.poll()
    await desk.app.stories.refine()
    return mails
  }
  const mail = 'delivery: {email: {host: 127.0.0.1, from: desk@a.example, to: [me@a.example]}}\n'
  const alert = async () => desk.app.digests.sendAlerts(await desk.app.digests.breaking())

  test('is told once, where it is asked for', async () => {
    const mails = await breaking(`digest: {timezone: UTC, breaking: true}\n${mail}`)
    expect(await alert()).toMatchObject([{ channel: 'email', outcome: 'sent' }])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatch(/^Breaking: .*Harbour bridge/)
    expect(await alert()).toEqual([])
  })

  test('is pushed by ntfy, once, and opens the article', async () => {
    const ntfy = await startPublisher()
    const fetcher = createFetcher({ allow: [`127.0.0.1:${ntfy.port}`], userAgent: 'Copytaster/test' })
    ntfy.on('/breaking', status(200))
    const delivery = `delivery: {ntfy: {server: "${ntfy.origin}", topic: breaking}}\n`
    await breaking(`digest: {timezone: UTC, breaking: true}\n${delivery}`, { fetcher })
    expect(await alert()).toMatchObject([{ channel: 'ntfy', outcome: 'sent' }])
    expect(await alert()).toEqual([])
    expect(ntfy.requests).toHaveLength(1)
    const { headers, body } = ntfy.requests[0]!
    expect(headers).toMatchObject({ priority: 'high', title: expect.stringMatching(/^Breaking: .*Harbour bridge/) })
    expect(headers.click).toMatch(/^https:\/\/\S+\/bridge$/)
    expect(body).toMatch(/newsrooms, score \d+$/)
    await Promise.all([fetcher.close(), ntfy.close()])
  })

  test('is not told to readers who did not ask, nor when it is old', async () => {
    const mails = await breaking(`digest: {timezone: UTC}\n${mail}`)
    expect(await alert()).toEqual([])
    await desk.close()
    await breaking(`digest: {timezone: UTC, breaking: true}\n${mail}`)
    desk.setClock(MORNING + 3 * HOUR)
    expect(await alert()).toEqual([])
    expect(mails).toEqual([])
  })
})

test('the front page shows what is stored now, before any digest was made', async () => {
  desk = await anApp({ now: MORNING })
  expect((await desk.app.digests.current()).articles).toBe(0)
  desk.publish('https://a.example/rss', [{ title: 'Harbour bridge closed', url: 'https://a.example/1', at: MORNING }])
  desk.setClock(MORNING + HOUR)
  await desk.poll()
  const { topStories } = await desk.app.digests.current()
  expect(topStories.map(({ lead }) => lead.title)).toEqual(['Harbour bridge closed'])
  expect(await desk.app.digests.stored(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
})
