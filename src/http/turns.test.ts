import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a connection whose answer never ends keeps its next request waiting, and nobody else', async () => {
  const inTurn = createTurns()
  const [stream, other] = [{ destroyed: false }, { destroyed: false }]
  const done: string[] = []
  let end = () => {}
  const answered = new Promise<void>((resolve) => {
    end = resolve
  })
  await inTurn(stream, async () => void done.push('stream'), { answered })
  const next = inTurn(stream, async () => void done.push('behind the stream'))
  for (let n = 0; n < 5; n++) await inTurn(other, async () => void done.push('other'))
  await setImmediate()
  expect(done).toEqual(['stream', 'other', 'other', 'other', 'other', 'other'])
  end()
  await next
  expect(done.at(-1)).toBe('behind the stream')
})

test('a quick request does not wait for those that take all turns', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  let end = () => {}
  const blocked = new Promise<void>((resolve) => {
    end = resolve
  })
  const slow = Array.from({ length: 10 }, (_, n) =>
    inTurn({ destroyed: false }, async () => {
      await blocked
      done.push(`slow ${n}`)
    }),
  )
  await inTurn({ destroyed: false }, async () => void done.push('quick'), { isQuick: true })
  expect(done).toEqual(['quick'])
  end()
  await Promise.all(slow)
  expect(done.length).toBe(11)
})

test('a request that waits for something else gives its turn to others, but not to its own connection', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const own = { destroyed: false }
  let end = () => {}
  const blocked = new Promise<void>((resolve) => {
    end = resolve
  })
  const waiting = Array.from({ length: 9 }, () => inTurn({ destroyed: false }, () => blocked))
  waiting.push(inTurn(own, () => blocked))
  const behind = inTurn(own, async () => void done.push('behind it'))
  await inTurn({ destroyed: false }, async () => void done.push('other'))
  expect(done).toEqual(['other'])
  end()
  await Promise.all([...waiting, behind])
  expect(done).toEqual(['other', 'behind it'])
})
