import type { ElectedAs } from '../io/jobs/elect.ts'
import type { DaemonListener } from './daemon.ts'

/** Is told what happens in `worker`. */
export interface WorkerListener extends DaemonListener {
  /** It has joined the others, with so many feeds. */
  readonly onReading: (feeds: number) => void
  /** From now on this process admits for all, keeps ready to take over, or does neither. */
  readonly onElected: (as: ElectedAs) => void
}
