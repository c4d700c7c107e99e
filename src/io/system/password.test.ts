import { expect, test } from 'vitest'
import { createSessions } from '../../app/sessions.ts'
import { createPasswords, derive } from './password.ts'

/** Counts the runs of scrypt, and how many there were at once; they are of the cost that is asked for, unless another is given. */
function counted(cost?: Parameters<typeof derive>[3]) {
  const count = { runs: 0, now: 0, most: 0, costs: new Set<string>() }
  const passwords = createPasswords(async (...args) => {
    count.runs++
    count.costs.add(JSON.stringify(args[3]))
    count.most = Math.max(count.most, ++count.now)
    const [password, salt, bytes, asked] = args
    const key = await derive(password, salt, bytes, cost ?? asked)
    count.now--
    return key
  })
  return { count, ...passwords }
}

test('a password is its own, and no other', async () => {
  const { hashPassword, isPassword } = counted()
  const stored = await hashPassword('correct horse')
  expect(await isPassword('correct horse', stored)).toBe(true)
  expect(await isPassword('Correct horse', stored)).toBe(false)
  expect(await isPassword('', null)).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(stored)
})

test('a login takes the same work whether the name is known, unknown or without a password', async () => {
  const { count, hashPassword, isPassword } = counted()
  const reader = { role: 'reader', email: null, createdAt: 0, seenAt: 0 } as const
  const readers = [
    { ...reader, id: 1, name: 'ann', passwordHash: await hashPassword('correct horse') },
    { ...reader, id: 2, name: 'bob', passwordHash: null },
  ]
  const store = { readers: async () => readers } as unknown as Parameters<typeof createSessions>[0]['store']
  const sessions = createSessions({ store, isPassword, newSecret: String, secretHash: String, now: () => 0 })
  for (const name of ['ann', 'bob', 'nobody', '', 'x'.repeat(64)]) {
    count.runs = 0
    expect(await sessions.logIn(name, 'wrong horse', null)).toBeNull()
    expect([name, count.runs]).toEqual([name, 1])
  }
  expect(count.costs.size).toBe(1)
})

test('few are checked at a time, and of very many some are told to come again', async () => {
  const { count, isPassword } = counted({ N: 1024, r: 8, p: 1 })
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => isPassword('x', null)))
  expect(count.most).toBe(2)
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
  expect(String((tries.at(-1) as PromiseRejectedResult).reason)).toMatch(/try again in a moment/)
})
