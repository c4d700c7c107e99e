import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { createLiveEvents, type LiveEvents } from '../app/live-events.ts'
import type { LiveListener } from '../app/live-listener.ts'
import { createEventStream } from './event-stream.ts'

/* A listener who takes nothing, and one who takes slowly: what is kept for them is bounded. */

const NOW = Date.UTC(2026, 10, 14, 12)
const NEWS = 'https://news.example/rss'
const READER = 1
/** What may wait for one listener: 32 KB, and the event that went beyond. */
const BOUND = 36 * 1024

let desk: Desk
let live: LiveEvents
let keys: string[]

beforeEach(async () => {
  desk = await anApp({ now: NOW })
  desk.publish(
    NEWS,
    Array.from({ length: 64 }, (_, n) => ({
      title: `Report ${n}`,
      url: `https://news.example/${n}`,
      text: `Text ${n}.`,
      at: NOW - n * 60_000,
    })),
  )
  await desk.poll()
  keys = (await desk.store.web.scanByTime(READER, {}, null, 100)).fitting.map(({ key }) => key)
  live = createLiveEvents({ store: desk.store, storeOf: () => desk.store })
})
afterEach(async () => {
  live.close()
  await desk.close()
})

/** Writes events of about half a kilobyte. */
async function write(events: number): Promise<void> {
  for (let n = 0; n < events / 2; n++) {
    await desk.store.web.markRead(READER, keys, NOW + n)
    await desk.store.web.unmarkRead(READER, NOW + n, NOW + n)
  }
}

function aListener(patienceMs: number) {
  const { stream, listener } = createEventStream(patienceMs)
  const whole: LiveListener = { ...listener, reader: READER, credential: '', isAllowed: async () => true }
  return { stream, listener: whole }
}

/** The greatest number of bytes that waited for the listener. */
function watched(listener: LiveListener) {
  let most = 0
  const send: LiveListener['send'] = (event) => {
    listener.send(event)
    most = Math.max(most, listener.buffered())
  }
  return { listener: { ...listener, send }, most: () => most }
}

test('a listener who takes nothing is cut off, and what waits for them does not grow', async () => {
  const { stream, listener } = aListener(20)
  const { listener: deaf, most } = watched(listener)
  live.listen(deaf, { after: null, once: false })
  for (let n = 0; n < 10 && live.counts().cutOff === 0; n++) {
    await write(60)
    live.wake()
    await setTimeout(60)
  }
  while (live.counts().cutOff === 0) await setTimeout(5)
  expect(most()).toBeGreaterThan(30 * 1024)
  expect(most()).toBeLessThan(BOUND)
  expect(stream.destroyed).toBe(true)
  expect(live.counts()).toEqual({ listeners: 0, bufferedBytes: 0, cutOff: 1 })
})

test('a listener who takes slowly hears everything once, in order', async () => {
  const { stream, listener } = aListener(10_000)
  const { listener: slow, most } = watched(listener)
  const after = await desk.store.web.newestEvent()
  await write(400)
  live.listen(slow, { after, once: false })
  let text = ''
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  const last = async () => (await desk.store.web.newestEvent()) === ids().at(-1)
  for (let n = 0; !(await last()); n++) {
    text += stream.read(2_000) ?? stream.read() ?? ''
    if (n === 20) await write(40)
    live.wake()
    await setTimeout(1)
  }
  const newest = await desk.store.web.newestEvent()
  expect(ids()).toEqual(Array.from({ length: newest - after }, (_, n) => after + 1 + n))
  expect(most()).toBeLessThan(BOUND)
  expect(live.counts().cutOff).toBe(0)
})

test('too many listeners of one reader are refused; who has gone does not count', async () => {
  const listeners = Array.from({ length: 101 }, () => aListener(20).listener)
  const listen = (listener: LiveListener) => live.listen(listener, { after: null, once: false })
  expect(listeners.filter(listen)).toHaveLength(100)
  // All have begun.
  while (listeners.slice(0, 100).some((one) => one.buffered() < 30)) await setTimeout(5)
  for (const { cut } of listeners) cut()
  expect(listen(aListener(20).listener)).toBe(true)
})
