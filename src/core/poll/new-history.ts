import type { PollHistory } from '../domain/poll-plan.ts'
import type { SourceKind } from '../domain/source.ts'
import type { PollPolicy } from './poll-policy.ts'

/**
 * Restores a stored history; missing fields are as in a new one. When the kind was changed, the interval starts anew.
 */
export function restoreHistory(
  kept: Readonly<Record<string, unknown>>,
  kind: SourceKind,
  policy: PollPolicy,
): PollHistory {
  const history: PollHistory = { ...newHistory(kind, policy), ...kept }
  return history.kind === kind ? history : { ...history, kind, intervalMs: policy.startMs[kind] }
}

/** The history of a feed that was never polled, or was added again after it had died. */
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
    cutOff: 0,
    storesAll: false,
    lastValid: true,
    failuresInARow: 0,
    documentFailuresInARow: 0,
    recent: [],
    state: 'healthy',
    movedAt: null,
    askedAt: null,
    deadAt: null,
    namedFeedUrl: null,
  }
}
