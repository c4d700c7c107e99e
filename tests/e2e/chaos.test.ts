import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runChaos } from '../support/chaos/chaos.ts'
import { databaseKinds, newDatabase } from '../support/databases.ts'

/* A few steps; `npm run chaos` does thousands. */

const STEPS = 3

test.each(databaseKinds)(
  'whatever happens to a store on %s, nothing is lost, doubled or left dangling',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
    const { address, drop } = await newDatabase(kind)
    const report = await runChaos({ folder, address, seed: 11, goesOn: (steps) => steps < STEPS, compareEvery: STEPS })
    expect(report.faults).toEqual([])
    expect(report.steps).toBe(STEPS)
    rmSync(folder, { recursive: true })
    await drop()
  },
)
