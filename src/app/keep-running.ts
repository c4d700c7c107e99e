import { Trouble } from '../core/domain/trouble.ts'

/** How a run ended: as it should, or in a crash, for the reason given. */
export type RunEnd = { readonly kind: 'done' } | { readonly kind: 'crashed'; readonly why: string }

/** What keeping something running needs. */
export interface KeepRunningDeps {
  readonly now: () => number
  /** Resolves early when the process is stopped. */
  readonly sleep: (ms: number) => Promise<void>
  readonly stopped: () => boolean
  readonly say: (words: string) => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** So many crashes within so long a time are no accident. */
const MOST_CRASHES = 5
const CRASHES_WITHIN_MS = 600_000

/**
 * Supervisor: starts a half again after a crash, each time after a longer pause (exponential back-off), and gives up after five
 * crashes within ten minutes. Resolves when the half has ended as it should, or the process is stopped.
 */
export async function keepRunning(name: string, run: () => Promise<RunEnd>, deps: KeepRunningDeps): Promise<void> {
  let crashes: number[] = []
  for (;;) {
    const end = await run()
    if (end.kind === 'done') return
    // The absolute difference: a clock that was set back must not forget crashes, nor keep them.
    crashes = [...crashes.filter((at) => Math.abs(deps.now() - at) < CRASHES_WITHIN_MS), deps.now()]
    if (deps.stopped()) return deps.say(`the ${name} crashed while it stopped (${end.why}); nothing stored is lost`)
    if (crashes.length >= MOST_CRASHES) {
      throw new Trouble(
        `the ${name} crashed ${MOST_CRASHES} times within ${CRASHES_WITHIN_MS / 60_000} minutes, the last time because: ${end.why}; nothing stored is lost`,
      )
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashes.length - 1), LONGEST_PAUSE_MS)
    deps.say(`the ${name} crashed (${end.why}); it starts again in ${pauseMs / 1000} s, nothing stored is lost`)
    await deps.sleep(pauseMs)
    if (deps.stopped()) return
  }
}
