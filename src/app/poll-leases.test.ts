import { beforeEach, describe, expect, test } from 'vitest'
import type { HostLease } from '../core/domain/host-lease.ts'
import { type HeldLeases, holdLeases, LEASE_MS } from './poll-leases.ts'

const START = 1_000_000
let now = START
let lost: readonly HostLease[] = []
let isOut = false
let renew = () => {}
let leases: HeldLeases

const aLease = (host: string): HostLease => ({ host, owner: 'me', token: 1, until: START + LEASE_MS })
/** Time passes for this process, which renews when its timers fire. */
const pass = async (ms: number) => {
  now += ms
  renew()
  await new Promise(setImmediate)
}

beforeEach(() => {
  now = START
  lost = []
  isOut = false
  leases = holdLeases({
    store: {
      renewLeases: async (of) => {
        if (isOut) throw new Error('no database')
        return new Set(of.filter((one) => lost.includes(one)))
      },
    },
    now: () => now,
    elapsed: () => now - START,
    every: (_, call) => {
      renew = call
      return () => {}
    },
  })
})

describe('a lease', () => {
  test('is held as long as it is renewed', async () => {
    const lease = aLease('a.example')
    leases.hold(lease)
    for (let n = 0; n < 10; n++) await pass(LEASE_MS / 3)
    expect(leases.isHeld(lease)).toBe(true)
  })

  test('that passed to another is held no more', async () => {
    const lease = aLease('a.example')
    leases.hold(lease)
    lost = [lease]
    await pass(LEASE_MS / 3)
    expect(leases.isHeld(lease)).toBe(false)
  })

  test('is held no more by a process that was frozen past its end, before it has asked the store', () => {
    const lease = aLease('a.example')
    leases.hold(lease)
    now += LEASE_MS + 1
    expect(leases.isHeld(lease)).toBe(false)
  })

  test('is held no more when it could not be renewed for long', async () => {
    const lease = aLease('a.example')
    leases.hold(lease)
    isOut = true
    await pass(LEASE_MS / 3)
    expect(leases.isHeld(lease)).toBe(true)
    for (let n = 0; n < 2; n++) await pass(LEASE_MS / 3)
    expect(leases.isHeld(lease)).toBe(false)
  })
})
