/** How much a backup holds, or a restore brought back. */
export interface BackupCount {
  readonly feeds: number
  readonly articles: number
  readonly rows: number
}
