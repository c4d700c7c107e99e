/** Work that waits, of all processes on the database together; an operator is told when it grows. */
export interface Backlog {
  /** For how long the host that has waited longest has been due without being polled; 0 when none is due. */
  readonly overdueMs: number
  /** Polls that one process prepared and none has admitted yet. */
  readonly preparedPolls: number
  /** Processes that admit: one, where several share the database. */
  readonly admitting: number
  /** Feeds by their state; those of retired sources are not counted. */
  readonly feeds: Readonly<Record<string, number>>
  /** Deliveries since an instant that may or may not have arrived. */
  readonly doubtfulDeliveries: number
}
