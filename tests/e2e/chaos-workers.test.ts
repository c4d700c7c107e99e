import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runWorkerChaos } from '../support/chaos/worker-chaos.ts'
import { WORKER_FAULTS } from '../support/chaos/worker-faults.ts'

/* Each fault once; `npm run chaos -- --workers 4` goes on for as long as it is told. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('whatever happens to workers and their PostgreSQL, nothing is lost, doubled or sent twice, and all recover by themselves', async () => {
  const faultsInRound = Object.keys(WORKER_FAULTS).length
  const report = await runWorkerChaos({ folder, workers: 3, seed: 5, goesOn: (rounds) => rounds < 1, faultsInRound })
  expect(report.faults).toEqual([])
  expect(report.done).toMatchObject({ rounds: 1, 'comparisons with the truth': 1 })
  expect(report.mails).toBeGreaterThan(0)
}, 900_000)
