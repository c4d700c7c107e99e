import type { BackupCount } from './backup-count.ts'

/** A store that was moved into another database, and what shows that it is the same. */
export interface StoreMove extends BackupCount {
  /** Both addresses, without passwords. */
  readonly from: string
  readonly to: string
  readonly tables: readonly MovedTable[]
}

/** A table, equal in both databases. */
export interface MovedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 of its rows, the same for both databases and in any order. */
  readonly hash: string
  /** Whether an earlier run that was interrupted had copied it. */
  readonly kept: boolean
}

/** How far a move has come. */
export interface MoveProgress {
  readonly phase: 'comparing' | 'copying' | 'checking'
  readonly table: string
  /** Rows since the last report. */
  readonly rows: number
  /** Rows of the whole store. */
  readonly total: number
}
