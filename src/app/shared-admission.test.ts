import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openStore } from '../io/store/open-store.ts'
import { createSharedAdmission } from './shared-admission.ts'

test('trouble of a process that keeps ready ends its admission too, which then is begun anew', async () => {
  let statements = 0
  const store = await openStore('sqlite::memory:', { onStatement: () => void statements++ })
  const shared = createSharedAdmission({
    store,
    owner: 'first',
    leads: () => true,
    admitHere: async () => null,
    standBy: async () => {
      await expect.poll(() => statements).toBeGreaterThan(10)
      throw new Error('the disk is full')
    },
    now: () => 0,
    sleep: () => setTimeout(1),
  })
  statements = 0
  await expect(shared.serve(new AbortController().signal)).rejects.toThrow('the disk is full')
  await setTimeout(20)
  const before = statements
  await setTimeout(50)
  expect(statements).toBe(before)
  await store.close()
})
