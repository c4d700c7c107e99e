import { UserError } from '../core/domain/user-error.ts'
import type { App, ReaderApp } from './app.ts'
import type { EngineHandlers } from './engine-calls.ts'

/** Carries out what the web half asks of the engine. */
export function createEngineHandlers(app: App): EngineHandlers {
  const apps = new Map<number, ReaderApp>()

  /** Held, because each holds its digest of this moment for a while. */
  async function appOf(id: number): Promise<ReaderApp> {
    const readers = await app.readers.list()
    for (const known of apps.keys()) if (!readers.some((one) => one.id === known)) apps.delete(known)
    const reader = readers.find((one) => one.id === id)
    if (reader === undefined) throw new UserError('this reader is not here any more')
    const held = apps.get(id) ?? app.forReader(reader)
    apps.set(id, held)
    return held
  }
  return {
    today: async ({ reader }) => (await appOf(reader)).digests.current(),
    split: async ({ reader, article, isTrial }) =>
      (await (await appOf(reader)).stories.split(String(article), isTrial)).from,
    join: async ({ reader, article, other, isTrial }) =>
      (await (await appOf(reader)).stories.join(String(article), String(other), isTrial)).members,
  }
}
