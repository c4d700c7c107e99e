import { setImmediate } from 'node:timers/promises'
import type { DigestArchive, DigestHead } from '../app/digest-archive.ts'
import type { IndexedDigest } from '../core/digest/render/render-index.ts'
import type { Digest } from '../core/domain/digest.ts'

/** How many digests the index lists. */
const LISTED = 200

/** Lists stored digests. Each is read once, and other requests are answered between two: reading 200 at once takes half a second. */
export function createDigestIndex(digests: DigestArchive): () => Promise<readonly IndexedDigest[]> {
  let known = new Map<number, IndexedDigest>()
  const read = async ({ type, localDate }: DigestHead): Promise<IndexedDigest | null> => {
    const stored = await digests.on(type, localDate)
    await setImmediate()
    return stored && { type, localDate, digest: shortened(stored.digest) }
  }
  return async () => {
    const listed = new Map<number, IndexedDigest>()
    for (const head of await digests.heads(Number.MAX_SAFE_INTEGER, LISTED)) {
      const one = known.get(head.id) ?? (await read(head))
      if (one !== null) listed.set(head.id, one)
    }
    known = listed
    return [...listed.values()]
  }
}

/** What the index shows of a digest: its head, its first story, what it corrects. */
function shortened(digest: Digest): Digest {
  const [noteworthy] = digest.noteworthy
  return {
    ...digest,
    topStories: digest.topStories.slice(0, 1),
    noteworthy: noteworthy === undefined ? [] : [{ ...noteworthy, items: noteworthy.items.slice(0, 1) }],
    alsoMentioned: [],
    tabs: [],
  }
}
