import type { Admitted, NewMatch } from '../../core/domain/admission.ts'
import type { PollRecord } from '../../core/domain/poll.ts'
import { insertBodies } from './articles.ts'
import type { Tx } from './dialect.ts'
import { insertMatches } from './matches.ts'
import { writePolls } from './polls.ts'
import { insertPrints, takeChanges } from './prints.ts'
import { openStories, type StoredNewcomer } from './stories.ts'

/**
 * What the polls of one transaction bring that no decision asks the tables for: bodies, prints, memberships, matches and
 * the polls themselves. Written together at its end, or before somebody changes an article that may be among them.
 */
export interface LaterWrites {
  readonly add: (admitted: Admitted, ids: readonly number[]) => void
  readonly writePrints: () => Promise<void>
  readonly writeAll: () => Promise<void>
}

export function laterWrites(tx: Tx): LaterWrites {
  const articles: StoredNewcomer[] = []
  const unprinted: StoredNewcomer[] = []
  const matches: NewMatch[] = []
  const records: PollRecord[] = []

  async function writePrints(): Promise<void> {
    const prints = unprinted.splice(0).flatMap(({ id, print }) => (print ? [{ article: id, print }] : []))
    if (prints.length > 0) await insertPrints(tx, prints, await takeChanges(tx, prints.length))
  }

  return {
    writePrints,
    add({ articles: added, matches: found, record }, ids) {
      for (const [i, one] of added.entries()) {
        const newcomer = { ...one, id: ids[i]!, at: record.poll.at }
        articles.push(newcomer)
        unprinted.push(newcomer)
      }
      matches.push(...found)
      records.push(record)
    },
    async writeAll() {
      if (records.length === 0) return
      await writePrints()
      const opened = articles.splice(0)
      await insertBodies(tx, opened)
      await openStories(tx, opened)
      await insertMatches(tx, matches.splice(0))
      await writePolls(tx, records.splice(0))
    },
  }
}
