import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

interface Alias {
  readonly key: string
  readonly story_key: string
}

/** Makes every alias name a present story straight; those that lead in a circle, or nowhere, go. */
export async function aliases(tx: Tx): Promise<void> {
  const { rows } = await sql<Alias>`select key, story_key from story_alias`.execute(tx)
  const targets = new Map(rows.map(({ key, story_key }) => [key, story_key]))
  const present = new Set((await sql<{ key: string }>`select key from story`.execute(tx)).rows.map(({ key }) => key))
  for (const { key, story_key } of rows) {
    const target = present.has(key) ? null : endOf(key, targets, present)
    if (target === null) await sql`delete from story_alias where key = ${key}`.execute(tx)
    else if (target !== story_key)
      await sql`update story_alias set story_key = ${target} where key = ${key}`.execute(tx)
  }
}

function endOf(key: string, targets: ReadonlyMap<string, string>, present: ReadonlySet<string>): string | null {
  const seen = new Set<string>()
  for (let name: string | undefined = key; name !== undefined && !seen.has(name); name = targets.get(name)) {
    if (present.has(name)) return name
    seen.add(name)
  }
  return null
}
