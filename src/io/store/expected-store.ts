import type { QueryResult } from 'kysely'

/** What a connection relies on: the incarnation of the store when it was opened; null while nothing is relied on. */
export interface Expected {
  incarnation: string | null
}

/** The database is not the one that was opened: restored, migrated, or another file at the same path. */
export class OtherStore extends Error {
  readonly isGone: boolean

  constructor(isGone = false) {
    super(isGone ? 'the database file is gone' : 'the database is not the one that was opened')
    this.name = 'OtherStore'
    this.isGone = isGone
  }
}

const INCARNATION = 'select incarnation from store'

/**
 * Throws when the store has another incarnation than expected. Called at the start of a transaction: while it lasts, the
 * tables cannot be replaced.
 */
export async function refuseOther(
  { incarnation }: Expected,
  run: (query: string) => Promise<QueryResult<unknown>>,
): Promise<void> {
  if (incarnation === null) return
  const { rows } = await run(INCARNATION).catch(noTable)
  if ((rows[0] as Partial<Expected> | undefined)?.incarnation !== incarnation) throw new OtherStore()
}

/** A restored backup of an older program has no such table. */
function noTable(error: unknown): QueryResult<unknown> {
  const { code, message } = error as { code?: string; message?: string }
  if (code === '42P01' || message?.includes('no such table')) return { rows: [] }
  throw error
}
