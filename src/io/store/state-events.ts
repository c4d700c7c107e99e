import { aboutArticles } from '../../core/domain/event.ts'
import { toBytes } from './bytes.ts'
import { runOnList, type Tx } from './dialect.ts'
import { insertEvents } from './events.ts'

/** What a reader has done with articles; what is absent did not change. */
export interface ReadState {
  readonly read?: boolean
  readonly saved?: boolean
  readonly vote?: -1 | 0 | 1
}

/** A change of the state of some articles. */
interface StateChanged {
  readonly reader: number
  readonly at: number
  readonly keys: readonly string[]
  readonly state: ReadState
}

const IDS = 'select id from article where key in (*)'

/** Writes for the other devices of a reader what changed: the last write of a transaction. */
export async function tellOfState(tx: Tx, { reader, at, keys, state }: StateChanged): Promise<void> {
  const rows = await runOnList<{ id: number }>(tx, IDS, keys.map(toBytes))
  if (rows.length === 0) return
  const payload = { ...aboutArticles(rows.map(({ id }) => id)), ...state }
  await insertEvents(tx, [{ at, kind: 'state.changed', subject: 'reader', payload, reader }])
}
