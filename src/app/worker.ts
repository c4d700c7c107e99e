import type { DaemonListener } from './daemon.ts'

/** Is told what happens in `worker`. */
export interface WorkerListener extends DaemonListener {
  /** It has joined the others, with so many feeds. */
  readonly onReading: (feeds: number) => void
  /** From now on this process admits for all, or another does. */
  readonly onLeads: (leads: boolean) => void
}
