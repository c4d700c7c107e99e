/** Looks for news now and then, and at once when somebody says that there are some. */
export interface Lookout {
  readonly start: () => void
  readonly stop: () => void
  readonly wake: () => void
}

/** What a lookout does. */
export interface LookoutDeps {
  readonly look: () => Promise<void>
  readonly beat: () => Promise<void>
  readonly beatMs: number
}

/** How often it looks by itself: another process may have committed something. */
const LOOK_MS = 2_000
/** What is committed within so short a time is looked at together. */
const TOGETHER_MS = 50

/** One look at a time. What is said during a look is followed by another: the first may have come too early. */
export function createLookout({ look, beat, beatMs }: LookoutDeps): Lookout {
  let timers: readonly NodeJS.Timeout[] = []
  let soon: NodeJS.Timeout | null = null
  let isLooking = false
  let again = false

  async function lookNow(): Promise<void> {
    again = isLooking
    if (isLooking) return
    isLooking = true
    // The database may be away for a while: the next look finds what this one did not.
    await look().catch(() => {})
    isLooking = false
    if (again) wake()
  }
  function wake(): void {
    if (timers.length === 0 || soon !== null) return
    soon = setTimeout(() => {
      soon = null
      void lookNow()
    }, TOGETHER_MS)
    soon.unref()
  }
  return {
    wake,
    start() {
      if (timers.length > 0) return
      timers = [setInterval(() => void lookNow(), LOOK_MS), setInterval(() => void beat().catch(() => {}), beatMs)]
      for (const timer of timers) timer.unref()
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      if (soon !== null) clearTimeout(soon)
      timers = []
      soon = null
    },
  }
}
