import { setTimeout } from 'node:timers/promises'
import type { Digest } from '../core/domain/digest.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import type { DigestArchive } from './digest-archive.ts'
import type { CallEngine } from './engine-calls.ts'
import { createStoryNewsCache, type StoryNewsCache } from './story-news-cache.ts'

/** What holding the front page needs. */
export interface FrontPageDeps {
  /** Has the engine make a digest of this moment; null when it cannot. */
  readonly ask: () => Promise<Digest | null>
  readonly now: () => number
}

/** A digest so old is still shown when the engine does not give a newer one at once. */
const RECENT_MS = 60_000
/** How long a visitor waits for a newer digest, when there is a recent one and when there is none. */
const AT_ONCE_MS = 250
const PATIENCE_MS = 2_000

/**
 * Stale-while-revalidate: the digest of this moment as the web half holds it. The engine makes it, and may be busy for long; a
 * visitor waits a little for a newer one and then gets the one that is held. Null when there is none yet; an error when there never
 * will be, because the database is damaged, say.
 */
export function createFrontPage({ ask, now }: FrontPageDeps): () => Promise<Digest | null> {
  let held: { readonly digest: Digest; readonly at: number } | null = null
  let asked: Promise<unknown> | null = null
  let lasting: StoreTrouble | null = null

  async function renew(): Promise<void> {
    lasting = null
    const digest = await ask().catch((error: unknown) => {
      if (error instanceof StoreTrouble && error.kind === 'lasting') lasting = error
      return null
    })
    asked = null
    if (digest !== null) held = { digest, at: now() }
  }
  return async () => {
    asked ??= renew()
    // The absolute difference: a clock that was set back must not make an old digest a recent one.
    const isRecent = held !== null && Math.abs(now() - held.at) < RECENT_MS
    const timer = new AbortController()
    const late = setTimeout(isRecent ? AT_ONCE_MS : PATIENCE_MS, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([asked, late])
    timer.abort()
    if (held === null && lasting !== null) throw lasting
    return held?.digest ?? null
  }
}

/** What the web half holds of one reader's front page. */
export interface HeldFront {
  /** In the reader's languages, or in others. */
  readonly current: DigestArchive['current']
  readonly news: StoryNewsCache
}

/** The front pages of all readers. Held, because each holds the digest of this moment and what is new in its stories. */
export function createFrontPages({
  callEngine,
  now,
}: Pick<FrontPageDeps, 'now'> & { readonly callEngine: CallEngine }): (reader: number) => HeldFront {
  const fronts = new Map<number, HeldFront>()

  function newFront(reader: number): HeldFront {
    const held = new Map<string, () => Promise<Digest | null>>()
    return {
      current: (languages) => {
        const name = languages?.join() ?? 'own'
        const ask = () => callEngine({ name: 'today', reader, ...(languages && { languages }) })
        const front = held.get(name) ?? createFrontPage({ ask, now })
        held.set(name, front)
        return front()
      },
      news: createStoryNewsCache((stories) => callEngine({ name: 'storyNews', reader, stories })),
    }
  }
  return (reader) => {
    const front = fronts.get(reader) ?? newFront(reader)
    fronts.set(reader, front)
    return front
  }
}
