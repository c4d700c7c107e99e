import type { Span } from '../core/domain/digest.ts'
import type { KnownScore } from '../core/domain/score.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ArticleLine, DigestWindow } from '../io/store/windows.ts'
import { type ScoringDeps, type StoryContext, storyContext } from './window-scores.ts'
import { withFullCounts } from './with-full-counts.ts'

/** What is stored about a window and the one before it, texts apart. */
export interface LoadedWindow {
  readonly window: DigestWindow
  readonly lines: readonly ArticleLine[]
  /** Stored scores of the lines, by key. */
  readonly scores: ReadonlyMap<string, KnownScore>
  readonly before: DigestWindow
  /** Null when nothing was stored before the window. */
  readonly linesBefore: readonly ArticleLine[] | null
  readonly context: StoryContext
}

const HOUR_MS = 3_600_000
/** How long before the window an article first seen in it may have been published. */
export const LATE_MS = 72 * HOUR_MS
/** Windows a sparkline looks back. */
export const HISTORY = 7

/** Reads a window and the one before from the store. */
export async function loadWindow(span: Span, deps: ScoringDeps): Promise<LoadedWindow> {
  const { store, reader } = deps
  const { from, to } = span
  const ms = to - from
  const since = Math.min(from - HISTORY * ms, from - LATE_MS)
  const window = { ...span, lateMs: LATE_MS }
  const before = { from: from - ms, to: from, lateMs: LATE_MS }
  const linesIn = async (span: DigestWindow) =>
    withFullCounts(store, await withoutMuted(store, reader, await store.articleLines(span)))
  const lines = await linesIn(window)
  const linesBefore = (await store.anythingSeen(since, from)) ? await linesIn(before) : null
  const earlier = { from: since, to: linesBefore === null ? from : before.from }
  const context = await storyContext(lines, linesBefore ?? [], earlier, deps)
  const scores = scoresByKey(lines, await store.scoresInWindow(reader, window))
  return { window, lines, scores, before, linesBefore, context }
}

/** What the rules of a reader mute is in none of their digests. */
export async function withoutMuted<One extends { readonly id: number }>(
  store: Pick<Store, 'web'>,
  reader: number,
  list: readonly One[],
): Promise<readonly One[]> {
  const muted = await store.web.ruleHits(
    reader,
    'mute',
    list.map(({ id }) => id),
  )
  return muted.size === 0 ? list : list.filter(({ id }) => !muted.has(id))
}

function scoresByKey(lines: readonly ArticleLine[], scores: ReadonlyMap<number, KnownScore>): Map<string, KnownScore> {
  const known = new Map<string, KnownScore>()
  for (const { id, key } of lines) {
    const score = scores.get(id)
    if (score !== undefined) known.set(key, score)
  }
  return known
}
