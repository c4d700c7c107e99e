import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runWorkerChaos } from '../support/chaos/worker-chaos.ts'
import { WORKER_FAULTS } from '../support/chaos/worker-faults.ts'
import { volume } from '../support/volume.ts'

/* Each of the faults that differ most once, and in full all of them; `npm run chaos -- --workers 4` goes on for as long as it is told. */

const SAMPLE = [
  'admitting processes killed',
  'admitting processes frozen',
  'database kills',
  'connections cut inside a transaction',
  'clocks an hour off',
  'full disks',
]
const ALL = Object.keys(WORKER_FAULTS)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('whatever happens to workers and their PostgreSQL, nothing is lost, doubled or sent twice, and all recover by themselves', async () => {
  const faultsInRound = volume(SAMPLE.length, ALL.length)
  const only = faultsInRound === ALL.length ? ALL : SAMPLE
  const workers = volume(2, 4)
  const report = await runWorkerChaos({ folder, workers, seed: 5, goesOn: (rounds) => rounds < 1, faultsInRound, only })
  expect(report.faults).toEqual([])
  expect(report.done).toMatchObject({ rounds: 1, 'comparisons with the truth': 1 })
  expect(report.mails).toBeGreaterThan(0)
}, 900_000)
