import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './support/shared-folder.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
}

/** Runs gates as they run on a machine without the corpora. */
function runGates(env: Readonly<Record<string, string | undefined>>): Report {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-gate-'))
  const out = join(folder, 'report.json')
  const args = ['run', '--project', 'gates', 'conformance', '--reporter=json', `--outputFile=${out}`]
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, COPYTASTER_SHARED: join(folder, 'absent'), ...env },
  })
  const report = JSON.parse(readFileSync(out, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  return report
}

test('a gate without its corpora is skipped, never passed', () => {
  const { numPassedTests, numFailedTests, numPendingTests } = runGates({ COPYTASTER_GATES: undefined })
  expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 0, numFailedTests: 0 })
  expect(numPendingTests).toBeGreaterThan(3)
})

test('a gate without its corpora fails where gates are required', () => {
  const { numPassedTests, numFailedTests, numPendingTests } = runGates({ COPYTASTER_GATES: 'required' })
  expect({ numPassedTests, numPendingTests }).toEqual({ numPassedTests: 0, numPendingTests: 0 })
  expect(numFailedTests).toBeGreaterThan(3)
})
