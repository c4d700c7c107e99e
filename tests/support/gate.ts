import { test } from 'vitest'
import { sharedFolder, sharedRoot } from './shared-folder.ts'

/* Gates measure on corpora that are not part of the repository. */

/**
 * A test on the corpora: `measure` gets the folder they are in. Without the corpora the test is reported as skipped, with
 * the reason; COPYTASTER_GATES=required makes that a failure.
 */
export function gate(name: string, measure: (shared: string) => void | Promise<void>): void {
  test(name, (context) => {
    const shared = sharedFolder()
    if (shared !== null) return measure(shared)
    const reason = `not measured: ${sharedRoot} is absent`
    if (process.env.COPYTASTER_GATES === 'required') throw new Error(reason)
    context.skip(reason)
  })
}
