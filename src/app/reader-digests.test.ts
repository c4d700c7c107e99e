import { afterEach, expect, test } from 'vitest'
import { anApp, type Desk, MAIL_SETTINGS } from '../../tests/support/an-app.ts'
import type { DeliveryEffects } from '../io/deliver/channel.ts'
import { digestsOfAll } from './reader-digests.ts'
import { servedReaders } from './readers.ts'

const HOUR = 3_600_000
const SEVEN = Date.UTC(2026, 10, 16, 7)
const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const

interface Sent {
  readonly to: string
  readonly subject: string
  readonly text: string
}

let desk: Desk
afterEach(() => desk.close())

async function twoReaders(): Promise<Sent[]> {
  const sent: Sent[] = []
  const sendMail: DeliveryEffects['sendMail'] = async (_, mail, { to }) => {
    sent.push({ to, subject: mail.subject, text: mail.text })
    return { kind: 'sent', note: 'accepted' }
  }
  desk = await anApp({ now: SEVEN - 3 * HOUR, settings: MAIL_SETTINGS, effects: { sendMail } })
  const ann = desk.app.forReader(await desk.app.readers.add({ name: 'ann', role: 'reader', email: 'ann@a.example' }))
  await desk.app.readers.add({ name: 'bob', role: 'reader', email: null })
  desk.publish('https://one.example/rss', [
    { title: 'Tram line opens', url: 'https://one.example/1', at: SEVEN - 4 * HOUR },
  ])
  desk.publish('https://two.example/rss', [
    { title: 'Violin sold', url: 'https://two.example/1', at: SEVEN - 4 * HOUR },
  ])
  await desk.app.feeds.add('https://one.example/rss', plain)
  await ann.feeds.add('https://two.example/rss', plain)
  await desk.app.polls.runDue(() => {})
  desk.setClock(SEVEN + 60_000)
  return sent
}

const all = () => digestsOfAll(() => servedReaders(desk.store, SEVEN), desk.app.forReader)

test('each reader who is served gets a digest of their own feeds at their own address, once', async () => {
  const sent = await twoReaders()
  expect(await all().makeDue(SEVEN - HOUR)).toHaveLength(2)
  await all().deliverDue(SEVEN - HOUR)
  await all().deliverDue(SEVEN - HOUR)
  expect(sent.map(({ to }) => to)).toEqual(['me@a.example', 'ann@a.example'])
  expect(sent[0]!.text).toMatch(/Tram line opens/)
  expect(sent[0]!.text).not.toMatch(/Violin/)
  expect(sent[1]!.text).toMatch(/Violin sold/)
  expect(sent[1]!.text).not.toMatch(/Tram/)
  const subjects = (await desk.store.deliveries(0, 10)).map(({ subject }) => subject).sort()
  expect(subjects).toEqual(['digest:2026-11-16:morning', 'digest:2026-11-16:morning:reader-2'])
})

test('a reader who came within a week is served without an address, another is not', async () => {
  await twoReaders()
  const names = async () => (await servedReaders(desk.store, SEVEN)).map(({ name }) => name)
  expect(await names()).toEqual(['reader', 'ann'])
  await desk.store.changeReader(3, { seenAt: SEVEN - 24 * HOUR })
  expect(await names()).toEqual(['reader', 'ann', 'bob'])
  await desk.store.changeReader(3, { seenAt: SEVEN - 8 * 24 * HOUR })
  expect(await names()).toEqual(['reader', 'ann'])
})

test('a delivery in doubt is the business of its own reader', async () => {
  await twoReaders()
  await desk.store.claimDelivery(
    { subject: 'digest:2026-11-16:morning:reader-2', channel: 'email', recipient: 'ann@a.example' },
    SEVEN - HOUR,
  )
  expect(await desk.app.digests.inDoubt()).toEqual([])
  const ann = (await desk.app.readers.list())[1]!
  expect(await desk.app.forReader(ann).digests.inDoubt()).toHaveLength(1)
})

test('a reader gets the digests they want, at their hours, in their zone', async () => {
  const sent = await twoReaders()
  const recipients = () => sent.map(({ to }) => to)
  await desk.store.web.changeSettings(1, { digestHours: { morning: 'off' } })
  // 07:01 UTC is 08:01 in Berlin: the morning digest of eight o'clock is due.
  await desk.store.web.changeSettings(2, { zone: 'Europe/Berlin', digestHours: { morning: '08:00' } })
  await all().makeDue(SEVEN - HOUR)
  await all().deliverDue(SEVEN - HOUR)
  expect(recipients()).toEqual(['ann@a.example'])
  const [made] = await desk.store.digestsBefore(2, Number.MAX_SAFE_INTEGER, 9)
  expect(made).toMatchObject({ type: 'morning', digest: { at: SEVEN, zone: 'Europe/Berlin' } })
  expect(await desk.store.digestsBefore(1, Number.MAX_SAFE_INTEGER, 9)).toEqual([])
})

test('who wants no mail finds digests in the archive', async () => {
  const sent = await twoReaders()
  await desk.store.web.changeSettings(2, { digestMail: false })
  await all().makeDue(SEVEN - HOUR)
  await all().deliverDue(SEVEN - HOUR)
  expect(sent.map(({ to }) => to)).toEqual(['me@a.example'])
  expect(await desk.store.digestsBefore(2, Number.MAX_SAFE_INTEGER, 9)).toHaveLength(1)
})
