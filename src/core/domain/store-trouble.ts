import { Trouble } from './trouble.ts'

/**
 * What a trouble of the database means for a process that runs on. `passing`: it may be over after a while. `replaced`: the
 * database is not the one that was opened, so all that was read from it before is void. `lasting`: somebody has to mend it.
 */
export type StoreTroubleKind = 'passing' | 'replaced' | 'lasting'

/** A failure of the database: nothing was stored, and no publisher is to blame. */
export class StoreTrouble extends Trouble {
  readonly kind: StoreTroubleKind

  constructor(kind: StoreTroubleKind, message: string, cause?: unknown) {
    super(message, cause)
    this.name = 'StoreTrouble'
    this.kind = kind
  }
}
