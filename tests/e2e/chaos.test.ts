import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChaosOptions, runChaos } from '../support/chaos/chaos.ts'
import { databaseKinds, newDatabase } from '../support/databases.ts'

/* A few steps; `npm run chaos` does thousands. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const upTo = (steps: number): Pick<ChaosOptions, 'seed' | 'goesOn' | 'stepsInRound'> => ({
  seed: 11,
  goesOn: (done) => done < steps,
  stepsInRound: steps,
})

test.each(databaseKinds)(
  'whatever happens to a store on %s, nothing is lost, doubled or left dangling',
  async (kind) => {
    const { address, drop } = await newDatabase(kind)
    const report = await runChaos({ folder, address, ...upTo(3) })
    expect(report.faults).toEqual([])
    expect(report.done).toMatchObject({ steps: 3, 'comparisons with the truth': 1 })
    expect(report.deliveries).toBeGreaterThan(0)
    await drop()
  },
)

describe('a run that was ended', () => {
  test('goes on with the next step of its seed, and with all that it knew', async () => {
    const said: string[] = []
    const run = { folder, address: `sqlite:${join(folder, 'chaos.db')}`, say: (line: string) => said.push(line) }
    const first = await runChaos({ ...run, ...upTo(1) })
    const second = await runChaos({ ...run, ...upTo(1) })
    expect(second.faults).toEqual([])
    expect(said.map((line) => line.split(' ')[0])).toEqual(['0', '1'])
    expect(second).toMatchObject({ steps: 2, done: { steps: 2, 'comparisons with the truth': 2 } })
    expect(second.deliveries).toBeGreaterThanOrEqual(first.deliveries)

    const whole = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
    const atOnce: string[] = []
    const address = `sqlite:${join(whole, 'chaos.db')}`
    await runChaos({ ...upTo(2), folder: whole, address, say: (line) => atOnce.push(line) })
    expect(atOnce).toEqual(said)
    rmSync(whole, { recursive: true })
  })

  test('is not continued under another seed', async () => {
    const run = { folder, address: `sqlite:${join(folder, 'chaos.db')}` }
    await runChaos({ ...run, ...upTo(1) })
    await expect(runChaos({ ...run, ...upTo(1), seed: 12 })).rejects.toThrow('holds a run with seed 11')
  })
})
