/** How much a backup holds, or a restore brought back. */
export interface BackupCount {
  readonly feeds: number
  readonly articles: number
  readonly rows: number
}

/** How much of a damaged store was saved. */
export interface SalvageCount extends BackupCount {
  /** Places in its tables that could not be read. */
  readonly unread: number
}
