import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

/* Gates measure on corpora that are not part of the repository. Without them, or without python3 for the scorers, one
   line says what was not measured and the run passes; COPYTASTER_GATES=required makes that a failure. */

export const root = fileURLToPath(new URL('../..', import.meta.url))

const shared = process.env.COPYTASTER_SHARED ?? join(root, '..', 'shared')

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A test on the corpora: `measure` gets the folder they are in. */
export function gate(name: string, measure: (shared: string) => void | Promise<void>): void {
  test(name, async () => {
    const missing = existsSync(shared) ? (hasPython() ? null : 'python3') : shared
    if (missing === null) return measure(shared)
    if (process.env.COPYTASTER_GATES === 'required') throw new Error(`${name}: ${missing} is missing`)
    process.stderr.write(`not measured: ${name} (${missing} is missing)\n`)
  })
}
