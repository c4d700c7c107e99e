/* What a day of polling asks of machines, computed from measured costs: which part is the first to reach its limit, and what each part
   needs. Pure; `scale-model.test.ts` compares it with runs that were measured as a whole. */

/** What comes in a day. */
export interface Load {
  readonly feeds: number
  readonly articlesADay: number
  readonly pollsAFeed: number
  /** Days for which articles are kept and compared. */
  readonly days: number
}

/** Measured costs: microseconds of a processor, and bytes. */
export interface Costs {
  /** Fetching an unchanged feed, and all that a poller does about it. */
  readonly pollUs: number
  /** From bytes to an article that can be compared, at the poller. */
  readonly prepareUs: number
  /** Deciding about an article, in the one process that admits. */
  readonly decideUs: number
  /** Storing an article: the process that admits, and the server. */
  readonly storeUs: number
  readonly serverStoreUs: number
  /** Storing a poll without news, on the server. */
  readonly serverPollUs: number
  /** Putting an article into the search index: the process, and the server. */
  readonly indexUs: number
  readonly serverIndexUs: number
  /** Removing an article, a poll or its other rows in the end, on the server. */
  readonly serverPruneUs: number
  /** Memory of the process that admits, for each article it compares with. */
  readonly printBytes: number
  /** Disk for each article that is kept. */
  readonly diskBytes: number
}

/** How much of a day's work falls into each hour: news has a long day and a short night. Sums to 1. */
export const HOURS: readonly number[] = [
  ...[0.02, 0.015, 0.015, 0.015, 0.02, 0.03, 0.045, 0.055, 0.06, 0.06, 0.06, 0.06],
  ...[0.06, 0.06, 0.06, 0.06, 0.055, 0.055, 0.05, 0.045, 0.035, 0.03, 0.02, 0.015],
]

/** What a part of the system needs. */
export interface Needs {
  /** Processors that the busiest hour keeps busy. */
  readonly pollers: number
  readonly admitter: number
  readonly indexer: number
  readonly server: number
  readonly admitterMemoryGb: number
  readonly diskGb: number
  /** The longest that an article waits for the process that admits, in minutes, if that has one processor. */
  readonly longestWaitMinutes: number
}

const HOUR_US = 3_600_000_000

/** Goes through a day hour by hour; what the admitting process cannot do in one hour waits for the next. */
export function needsOf(load: Load, costs: Costs): Needs {
  const polls = load.feeds * load.pollsAFeed
  const admitUs = costs.decideUs + costs.storeUs
  const busiest = { pollers: 0, admitter: 0, indexer: 0, server: 0 }
  let waitingUs = 0
  let longestUs = 0
  for (const share of HOURS) {
    const [articlesNow, pollsNow] = [load.articlesADay * share, polls * share]
    const serverUs = costs.serverStoreUs + costs.serverIndexUs + costs.serverPruneUs
    const hour = {
      pollers: pollsNow * costs.pollUs + articlesNow * costs.prepareUs,
      admitter: articlesNow * admitUs,
      indexer: articlesNow * costs.indexUs,
      server: articlesNow * serverUs + pollsNow * costs.serverPollUs,
    }
    for (const part of Object.keys(busiest) as (keyof typeof busiest)[])
      busiest[part] = Math.max(busiest[part], hour[part] / HOUR_US)
    waitingUs = Math.max(0, waitingUs + hour.admitter - HOUR_US)
    longestUs = Math.max(longestUs, waitingUs)
  }
  const kept = load.articlesADay * load.days
  return {
    ...busiest,
    admitterMemoryGb: (kept * costs.printBytes) / 1e9,
    diskGb: (kept * costs.diskBytes) / 1e9,
    longestWaitMinutes: longestUs / 60_000_000,
  }
}

/** What there is of each part. */
export interface Machines {
  readonly pollers: number
  readonly admitter: number
  readonly indexer: number
  readonly server: number
  readonly admitterMemoryGb: number
  readonly diskGb: number
}

/** The part that is nearest to its limit, and how much of it is used; over 1 it does not suffice. */
export function firstLimit(
  load: Load,
  costs: Costs,
  machines: Machines,
): readonly [part: keyof Machines, used: number] {
  const needs = needsOf(load, costs)
  const parts = Object.keys(machines) as (keyof Machines)[]
  const used = parts.map((part) => [part, needs[part] / machines[part]] as const)
  return used.reduce((most, one) => (one[1] > most[1] ? one : most))
}

/** The most feeds that machines bear, if each brings so many articles. */
export function mostFeeds(perFeed: Omit<Load, 'feeds'>, costs: Costs, machines: Machines): number {
  const bears = (feeds: number) =>
    firstLimit({ ...perFeed, feeds, articlesADay: perFeed.articlesADay * feeds }, costs, machines)[1] <= 1
  let [least, most] = [0, 1]
  while (bears(most)) [least, most] = [most, most * 2]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (bears(middle)) least = middle
    else most = middle
  }
  return least
}
