import { expect, test } from 'vitest'
import { aDigest } from '../../tests/support/a-digest.ts'
import type { Digest } from '../core/domain/digest.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { createFrontPage } from './front-page.ts'

const first = aDigest()
const second = { ...aDigest(), at: first.at + 1 }

/** An engine that answers when told. */
function anEngine() {
  const waiting: ((digest: Digest | null) => void)[] = []
  return {
    ask: () => new Promise<Digest | null>((resolve) => waiting.push(resolve)),
    asked: () => waiting.length,
    answer: (digest: Digest | null) => waiting.shift()!(digest),
  }
}

test('visitors who come together share one digest', async () => {
  const engine = anEngine()
  const front = createFrontPage({ ask: engine.ask, now: () => 0 })
  const both = Promise.all([front(), front()])
  expect(engine.asked()).toBe(1)
  engine.answer(first)
  expect(await both).toEqual([first, first])
})

test('while the engine is busy a visitor gets the digest that is held, and the next visitor the newer one', async () => {
  const engine = anEngine()
  const front = createFrontPage({ ask: engine.ask, now: () => 0 })
  const visit = front()
  engine.answer(first)
  await visit
  expect(await front()).toBe(first)
  expect(engine.asked()).toBe(1)
  const next = front()
  engine.answer(second)
  expect(await next).toBe(second)
})

test('a digest of long ago is shown when the engine gives none, and nothing when there is none', async () => {
  let now = 0
  const answers: (Digest | null)[] = [null, first, null]
  const front = createFrontPage({ ask: async () => answers.shift()!, now: () => now })
  expect(await front()).toBeNull()
  expect(await front()).toBe(first)
  now = 86_400_000
  expect(await front()).toBe(first)
})

test('an engine that fails is asked again', async () => {
  let asked = 0
  const ask = async () => {
    if (asked++ === 0) throw new Error('the thread ended')
    return first
  }
  const front = createFrontPage({ ask, now: () => 0 })
  expect(await front()).toBeNull()
  expect(await front()).toBe(first)
})

test('a database that will not recover by itself is told to visitors, not that the page is being made', async () => {
  const damaged = new StoreTrouble('lasting', 'the database file: it is damaged; restore a backup')
  const answers = [() => Promise.reject(damaged), async () => first, () => Promise.reject(damaged)]
  const front = createFrontPage({ ask: () => answers.shift()!(), now: () => 0 })
  await expect(front()).rejects.toBe(damaged)
  expect(await front()).toBe(first)
  expect(await front()).toBe(first)
})
