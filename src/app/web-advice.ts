import type { Reader } from '../core/domain/reader.ts'
import { type FeedAdvice, feedAdvice } from '../core/poll/feed-advice.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { UnreadableSecret } from '../io/deliver/unreadable-secrets.ts'
import type { Store } from '../io/store/open-store.ts'
import { type Check, type OperatingFacts, operatingChecks } from './doctor.ts'
import { overviewPage } from './feed-overview.ts'
import { mayRemove } from './web-subscriptions.ts'

/** What a page can do about a finding with one request. */
export type AdviceAction =
  | { readonly kind: 'poll' | 'remove' | 'hide' | 'none' }
  | { readonly kind: 'useAddress'; readonly url: string }

/** Advice about a feed that the reader follows. */
export interface ShownAdvice extends Pick<FeedAdvice, 'code' | 'reason' | 'words'> {
  readonly feed: number
  readonly subscription: number
  readonly name: string
  readonly action: AdviceAction
}

/** What `doctor` would say, for one reader. */
export interface WebAdvice {
  readonly feeds: () => Promise<ShownAdvice[]>
  /** What is wrong with the server, for administrators. */
  readonly server: () => Promise<Check[]>
}

/** What is known about the machine. */
export interface MachineProbes {
  readonly nodeVersion: string
  readonly freeBytes: () => Promise<number | null>
  readonly unreadableSecrets: () => Promise<readonly UnreadableSecret[]>
}

/** What advice needs. */
export interface WebAdviceDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: Reader
  readonly policy: PollPolicy
  readonly zone: string
  readonly machine: MachineProbes
  /** Where all is invented, so is the clock: nothing can be said about the machine by it. */
  readonly isDemo?: boolean
  readonly now: () => number
}

/** The most feeds that are looked at: more would be no advice. */
const MOST_FEEDS = 200
const WEEK_MS = 7 * 86_400_000

export function createWebAdvice(deps: WebAdviceDeps): WebAdvice {
  const { store, reader, policy, zone, machine, isDemo = false, now } = deps
  async function operatingFacts(at: number): Promise<OperatingFacts> {
    return {
      nodeVersion: machine.nodeVersion,
      zone,
      now: at,
      polledAt: await store.lastPollAt(),
      doubts: await store.doubtfulDeliveries(at - WEEK_MS),
      freeBytes: await machine.freeBytes(),
      unreadableSecrets: await machine.unreadableSecrets(),
    }
  }
  return {
    async feeds() {
      const troubled = await store.web.troubledSubscriptions(reader.id, MOST_FEEDS)
      const overviews = await overviewPage(store, troubled, now(), policy)
      return overviews.flatMap(({ feed, source, name, health, history }): ShownAdvice[] => {
        const advice = feedAdvice(health, history, policy)
        if (advice === null) return []
        const action = actionOf(advice, mayRemove(source, reader) ? 'remove' : 'hide')
        const { code, reason, words } = advice
        return [{ feed: feed.id, subscription: source.id, name, code, reason, words, action }]
      })
    },
    server: async () =>
      isDemo ? [] : operatingChecks(await operatingFacts(now())).filter(({ state }) => state !== 'ok'),
  }
}

function actionOf({ act, url }: FeedAdvice, leave: 'remove' | 'hide'): AdviceAction {
  if (act === 'useAddress') return { kind: act, url: url! }
  return { kind: act === 'leave' ? leave : act }
}
