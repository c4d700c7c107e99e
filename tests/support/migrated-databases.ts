import { migrateStore } from '../../src/io/store/open-store.ts'
import { databaseKinds, MIGRATED, newDatabase } from './databases.ts'

/** For vitest, after the PostgreSQL server: one migrated database of each kind, which `migratedDatabase` copies. */
export async function setup(): Promise<() => Promise<void>> {
  const drops: (() => Promise<void>)[] = []
  for (const kind of databaseKinds) {
    if (process.env[MIGRATED[kind]]) continue
    const { address, drop } = await newDatabase(kind)
    await migrateStore(address)
    process.env[MIGRATED[kind]] = address
    drops.push(drop)
  }
  return async () => {
    for (const drop of drops) await drop()
  }
}
