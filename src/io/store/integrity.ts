import { sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'
import type { IsDamaged } from './store-trouble.ts'

/** Whether SQLite finds its file whole, indexes included; reads all of it. A PostgreSQL server looks after itself. */
export async function isWhole(db: Db): Promise<boolean> {
  return isPostgres(db) || (await answersOk(db, 'pragma integrity_check(1)'))
}

const CHECK_AGAIN_MS = 60_000

/** A quicker check, without the indexes, at most once a minute: it reads the whole file too. */
export function damageCheck(db: Db): IsDamaged {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isDamaged = false
  return async () => {
    if (isPostgres(db)) return false
    if (performance.now() - checkedAt > CHECK_AGAIN_MS) {
      isDamaged = !(await answersOk(db, 'pragma quick_check(1)'))
      checkedAt = performance.now()
    }
    return isDamaged
  }
}

async function answersOk(db: Db, check: string): Promise<boolean> {
  try {
    const { rows } = await sql.raw<Record<string, string>>(check).execute(db)
    return Object.values(rows[0] ?? {})[0] === 'ok'
  } catch {
    return false
  }
}
