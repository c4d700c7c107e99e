import { expect, test } from 'vitest'
import { virtualClock } from './virtual-clock.ts'

const real = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const DAY = 86_400_000

test('days pass at once when nobody works', async () => {
  const clock = virtualClock(0)
  await clock.sleep(3 * DAY)
  expect(clock.now()).toBe(3 * DAY)
})

test('sleepers wake in the order of their hours, whoever lay down first', async () => {
  const clock = virtualClock(0)
  const woke: [string, number][] = []
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms)
    woke.push([name, clock.now()])
  }
  await Promise.all([sleep('late', 5000), sleep('early', 1000), sleep('middle', 3000)])
  expect(woke).toEqual([
    ['early', 1000],
    ['middle', 3000],
    ['late', 5000],
  ])
})

test('time stands still while real work is under way', async () => {
  const clock = virtualClock(0)
  const slept = clock.sleep(1000).then(() => clock.now())
  const worked = clock.during(async () => {
    await real(30)
    return clock.now()
  })
  expect(await worked).toBe(0)
  expect(await slept).toBe(1000)
})

test('a sleep that follows a sleep starts where that one ended', async () => {
  const clock = virtualClock(100)
  const chain = async () => {
    for (let i = 0; i < 3; i++) {
      await clock.sleep(10)
      await clock.during(() => real(1))
    }
    return clock.now()
  }
  expect(await Promise.all([chain(), chain()])).toEqual([130, 130])
})

test('a signal wakes a sleeper before its hour, and time stays', async () => {
  const clock = virtualClock(0)
  const controller = new AbortController()
  const held = clock.during(() => real(20))
  const slept = clock.sleep(DAY, controller.signal)
  controller.abort()
  await slept
  expect(clock.now()).toBe(0)
  await held
})

test('a beat keeps its hours until it is stopped', async () => {
  const clock = virtualClock(0)
  const beats: number[] = []
  const stop = clock.every(10, () => beats.push(clock.now()))
  await clock.sleep(35)
  stop()
  await clock.sleep(100)
  expect(beats).toEqual([10, 20, 30])
})

test('work that waits for the clock lets time pass until its alarm rings', async () => {
  const clock = virtualClock(0)
  const later = clock.sleep(60).then(() => clock.now())
  const waited = clock.during(async () => {
    const rang = new Promise<number>((resolve) => clock.stopwatch.alarm(30, () => resolve(clock.now())))
    clock.letPass()
    const at = await rang
    await real(20)
    return [at, clock.now()]
  })
  expect(await waited).toEqual([30, 30])
  expect(await later).toBe(60)
})

test('an alarm that was called off never rings', async () => {
  const clock = virtualClock(0)
  const cancel = clock.stopwatch.alarm(10, () => expect.unreachable())
  cancel()
  await clock.sleep(100)
})
