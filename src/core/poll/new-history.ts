import type { PollHistory } from '../domain/poll-plan.ts'
import type { SourceKind } from '../domain/source.ts'
import type { PollPolicy } from './poll-policy.ts'

/** A history as it was kept; what it lacks is as in a new one. A kind that was changed starts at its own interval. */
export function restoreHistory(
  kept: Readonly<Record<string, unknown>>,
  kind: SourceKind,
  policy: PollPolicy,
): PollHistory {
  const history: PollHistory = { ...newHistory(kind, policy), ...kept }
  return history.kind === kind ? history : { ...history, kind, intervalMs: policy.startMs[kind] }
}

/** A feed that was never polled, or one whose user added it again after it had died. */
export function newHistory(kind: SourceKind, policy: PollPolicy): PollHistory {
  return {
    kind,
    polls: 0,
    intervalMs: policy.startMs[kind],
    unchangedInARow: 0,
    changedInARow: 0,
    newPerPoll: null,
    gapMs: null,
    gapSpreadMs: null,
    hints: null,
    freshness: null,
    lastPolledAt: null,
    lastSuccessAt: null,
    lastDocumentAt: null,
    documentUrl: null,
    lastNewAt: null,
    lastEntries: null,
    failuresInARow: 0,
    documentFailuresInARow: 0,
    recent: [],
    state: 'healthy',
    movedAt: null,
    askedAt: null,
    deadAt: null,
  }
}
