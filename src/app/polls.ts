import { UserError } from '../core/domain/user-error.ts'
import type { PlannedFeed } from '../io/store/feeds.ts'
import type { FeedOverview } from './feed-overview.ts'
import { findFeed } from './find-feed.ts'
import { renewEpoch } from './idf-epochs.ts'
import { type PollerDeps, type PollSummary, pollFeeds } from './poll-feeds.ts'
import type { PollReport } from './poll-report.ts'
import type { FreeMemory, StoryKeeper } from './refine-stories.ts'

type OnReport = (report: PollReport) => void

/** Polling of feeds by a command. */
export interface Polls {
  /** The feeds that would be polled: those named, else those that are due, or all. */
  readonly plan: (names: readonly string[], all: boolean) => Promise<readonly PlannedFeed[]>
  /** Polls the planned feeds whatever their schedule says, or, when none were chosen, those that are due; then refines stories, and renews the term statistics when they are a week old. */
  readonly run: (plan: readonly PlannedFeed[], chosen: boolean, onReport: OnReport) => Promise<PollSummary>
  /** Polls what is due now as the daemon does, without refining stories. */
  readonly runDue: (onReport: OnReport) => Promise<PollSummary>
  /** Admits what other processes prepared while this one leads, until told to stop; where there are no others it ends at once. */
  readonly admitForOthers: (stop: AbortSignal) => Promise<void>
  readonly nextDueAt: () => Promise<number | null>
}

/** What polling by a command needs. */
export interface PollsDeps {
  /** `once` has the shorter timeouts and retries of a command; `many` prepares documents in threads. */
  readonly pollerDeps: (mode: 'once' | 'daemon', many: boolean) => PollerDeps
  readonly feeds: () => Promise<readonly FeedOverview[]>
  readonly stories: StoryKeeper
  /** One step of bringing stored articles to the version of this program. */
  readonly renewSome: () => Promise<unknown>
  /** Gives memory back that a long pass took. */
  readonly freeMemory?: FreeMemory | undefined
  /** What the daemon polls with, which may admit together with other processes. */
  readonly daemonDeps: PollerDeps
}

/** What a pass leaves behind that brought fewer articles is less than collecting it costs. */
const MANY_ARTICLES = 1_000
/** Up to this many feeds, starting a thread costs more than it saves. */
const FEW_FEEDS = 8

export function createPolls({ pollerDeps, daemonDeps, feeds, stories, renewSome, freeMemory }: PollsDeps): Polls {
  const { store, now, recentCache } = pollerDeps('once', false)
  return {
    async plan(names, all) {
      if (names.length === 0) return store.plannedFeeds(all ? Number.MAX_SAFE_INTEGER : now())
      const known = await feeds()
      return names.map((name) => polledFeed(findFeed(known, name)))
    },
    async run(plan, chosen, onReport) {
      const many = plan.length > FEW_FEEDS
      let added = 0
      const counted: OnReport = (report) => {
        added += report.count.added
        onReport(report)
      }
      const summary = await pollFeeds({ feeds: chosen ? plan : null, onReport: counted }, pollerDeps('once', many))
      // A command polls once, so the prints it compared with can be freed before stories are refined.
      recentCache.forget()
      if (added >= MANY_ARTICLES) await freeMemory?.()
      await stories.refine(now(), 'touched', freeMemory)
      await renewSome()
      await renewEpoch(store, now())
      return summary
    },
    runDue: (onReport) => pollFeeds({ feeds: null, onReport }, daemonDeps),
    admitForOthers: async (stop) => daemonDeps.shared?.serve(stop),
    nextDueAt: () => store.nextDueAt(now()),
  }
}

function polledFeed({ feed, source, name }: FeedOverview): PlannedFeed {
  if (source.origin !== 'crawl') return { id: feed.id, host: feed.host, url: source.url }
  throw new UserError(`${name} is read from crawls, there is nothing to poll: use \`copytaster crawl ingest\``)
}
