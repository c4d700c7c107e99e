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
  await inTurn(stream, async () => void done.push('stream'), answered)
  const next = inTurn(stream, async () => void done.push('behind the stream'))
  for (let n = 0; n < 5; n++) await inTurn(other, async () => void done.push('other'))
  await setImmediate()
  expect(done).toEqual(['stream', 'other', 'other', 'other', 'other', 'other'])
  end()
  await next
  expect(done.at(-1)).toBe('behind the stream')
})
