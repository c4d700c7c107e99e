/** A host that the queue gave to this process. */
export interface HostJob {
  readonly host: string
  /** Its feeds were polled, or there was nothing to poll. */
  readonly done: () => void
  /** Another process holds its lease. */
  readonly busy: () => void
}

/** The hosts that the queue gave to this process and that are not taken yet. */
export interface HostJobs {
  /** Up to `limit` hosts; waits for the first, at most so long. */
  readonly take: (limit: number, waitMs: number) => Promise<readonly HostJob[]>
}

/** Both ends: jobs of the queue come in by `offer`, which resolves with how they ended. */
export interface HostJobChannel extends HostJobs {
  readonly offer: (host: string) => Promise<'done' | 'busy'>
  readonly open: () => void
  /** Ends all that wait or come: nobody takes them any more. */
  readonly close: () => void
}

export function createHostJobs(): HostJobChannel {
  const waiting: HostJob[] = []
  let wake = () => {}
  let isOpen = true
  return {
    offer: (host) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve('busy')
        waiting.push({ host, done: () => resolve('done'), busy: () => resolve('busy') })
        wake()
      }),
    async take(limit, waitMs) {
      if (waiting.length === 0 && isOpen) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = () => {}
      }
      return waiting.splice(0, limit)
    },
    open: () => {
      isOpen = true
    },
    close: () => {
      isOpen = false
      for (const job of waiting.splice(0)) job.busy()
      wake()
    },
  }
}
