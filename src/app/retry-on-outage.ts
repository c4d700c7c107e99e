import { StoreTrouble } from '../core/domain/store-trouble.ts'

/** What waiting for the database needs. */
export interface RetryDeps {
  readonly sleep: (ms: number) => Promise<void>
  readonly stopped: () => boolean
  readonly say: (words: string) => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Runs work that goes on until the process is stopped, and runs it again after a passing trouble of the database: a lost
 * connection, a lock that is held, a full disk. Says when such a time begins, and when it is over: when the work calls `worked`.
 */
export async function retryOnOutage(work: (worked: () => void) => Promise<void>, deps: RetryDeps): Promise<void> {
  let told: string | null = null
  let pauseMs = FIRST_PAUSE_MS
  const worked = () => {
    if (told !== null) deps.say('the database answers again')
    told = null
    pauseMs = FIRST_PAUSE_MS
  }
  for (;;) {
    try {
      return await work(worked)
    } catch (error) {
      if (!(error instanceof StoreTrouble) || error.kind !== 'passing') throw error
      if (told !== error.message) deps.say(`${error.message}; trying again`)
      told = error.message
    }
    await deps.sleep(pauseMs)
    if (deps.stopped()) return
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}
