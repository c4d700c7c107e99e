import { AlreadySettled } from '../../core/domain/already-settled.ts'
import type { PollRecord } from '../../core/domain/poll.ts'
import { type Db, inTransaction, runText, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/* Polls that one process prepared and another admits. A row is settled in the transaction that stores the poll, so that each is
   stored once, whichever process dies when. */

/** A prepared poll that waits for admission. */
export interface WaitingPoll {
  readonly id: number
  readonly payload: Uint8Array
}

/** What a prepared poll came to. */
export interface SettledPoll {
  readonly id: number
  readonly result: string
}

/** Hands prepared polls over; gives their numbers in order. */
export async function handOverPolls(
  db: Db,
  owner: string,
  payloads: readonly Uint8Array[],
  now: number,
): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const rows = payloads.map((payload) => ({ owner, payload, at: now, result: null }))
    return (await insertRows(tx, 'prepared_poll', rows, 'returning id')).map(({ id }) => Number(id))
  })
}

/** Prepared polls that wait, the oldest first, except those under way. */
export async function waitingPolls(db: Db, except: readonly number[], limit: number): Promise<WaitingPoll[]> {
  let query = db.selectFrom('prepared_poll').select(['id', 'payload']).where('result', 'is', null)
  if (except.length > 0) query = query.where('id', 'not in', except)
  return query.orderBy('id').limit(limit).execute()
}

const SETTLE = 'update prepared_poll set result = ? where id = ? and result is null'

const SETTLED = '(cast(? as integer), cast(? as text))'

const settleText = (count: number) => `update prepared_poll set result = settled.column2
  from (values ${Array(count).fill(SETTLED).join(', ')}) as settled
  where prepared_poll.id = settled.column1 and result is null returning prepared_poll.id`

/**
 * Settles the prepared polls among records, in the transaction that stores them. One that has its answer already undoes the
 * transaction.
 */
export async function settlePrepared(tx: Tx, records: readonly PollRecord[]): Promise<void> {
  const values = records.flatMap(({ settles }) => (settles === undefined ? [] : [[settles.prepared, settles.result]]))
  if (values.length === 0) return
  // Of a power of two, so that there are few texts.
  const count = 2 ** Math.ceil(Math.log2(values.length))
  const padded = [...values, ...Array(count - values.length).fill(values.at(-1))]
  const rows = await runText<{ id: number }>(tx, settleText(count), padded.flat())
  const done = new Set(rows.map(({ id }) => Number(id)))
  // Deleted as they are found: the same poll twice is not stored twice.
  for (const [prepared] of values) if (!done.delete(Number(prepared))) throw new AlreadySettled(Number(prepared))
}

/** Settles a prepared poll that is not stored: its lease was lost, or it cannot be read. */
export async function settlePoll(db: Db, { id, result }: SettledPoll): Promise<void> {
  await inTransaction(db, (tx) => runText(tx, SETTLE, [result, id]))
}

/** Takes away the settled polls of a process that handed them over. */
export async function takeSettledPolls(db: Db, owner: string): Promise<SettledPoll[]> {
  return inTransaction(db, async (tx) => {
    const question = 'delete from prepared_poll where owner = ? and result is not null returning id, result'
    return runText<SettledPoll>(tx, question, [owner])
  })
}

/** Removes what nobody came for. */
export async function pruneSettledPolls(db: Db, before: number): Promise<void> {
  const old = 'delete from prepared_poll where result is not null and at < ?'
  await inTransaction(db, (tx) => runText(tx, old, [before]))
}
