import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { ListedFeed } from '../app/web-feeds.ts'
import { citedUrl, isoOrNull, labelled } from './article-data.ts'
import { oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { from, id, instant, more, notice } from './shapes.ts'
import { type ToolRequest, tool } from './tool.ts'

const STATES = ['dead', 'unhealthy', 'slow', 'flooding', 'moved', 'dormant', 'new', 'healthy'] as const
const state = z.enum(STATES)
const AT_ONCE = 200
/** Feeds that are looked at for one answer. */
const MOST_FEEDS = 5_000
const MOST_NAME = 100

const item = z.strictObject({
  id,
  url: z.string().nullable(),
  state,
  because: z.string(),
  notes: z.array(z.string()),
  reliability: z.number().nullable().describe('Of its last polls, 0 to 100'),
  failuresInARow: z.int(),
  lastPolledAt: instant.nullable(),
  lastNewAt: instant.nullable().describe('When it last had a new article'),
  nextAt: instant.nullable(),
  nextBecause: z.string(),
  articlesIn30Days: z.int(),
  untrusted: z.string(),
})

/** Which feeds work, and which do not. */
export const feedHealthTool = tool(
  {
    name: 'feed_health',
    title: 'Health of the feeds',
    description:
      'How the feeds of this reader are: how many are in each state, and those in trouble first, each with the reason, when it last answered and when it is asked next. With `state` or `words` (in the name or the address) only those.',
    scope: 'read',
    input: z.strictObject({ state: state.optional(), words: z.string().trim().min(1).max(200).optional(), from }),
    output: z.strictObject({
      notice,
      feeds: z.int(),
      states: z.record(z.string(), z.int()).describe('How many feeds are in each state'),
      items: z.array(item),
      more,
    }),
  },
  async ({ state: wanted, words, from: begin }, request) => {
    const all = await followedFeeds(request, words)
    const states: Record<string, number> = {}
    for (const { health } of all) states[health.state] = (states[health.state] ?? 0) + 1
    const order = (one: ListedFeed) => STATES.indexOf(one.health.state)
    const some = all
      .filter(({ health }) => wanted === undefined || health.state === wanted)
      .sort((a, b) => order(a) - order(b))
    const items = fitting(some.slice(begin).map((one) => feedData(one, request)))
    const leftOut = some.length - begin - items.length
    const end = begin + items.length
    return {
      notice: request.fence.notice,
      feeds: all.length,
      states,
      items: [...items],
      more: leftOut > 0 ? { leftOut, next: `Call feed_health with the same arguments and from ${end}.` } : null,
    }
  },
)

async function followedFeeds({ own, signal }: ToolRequest, words: string | undefined): Promise<ListedFeed[]> {
  const all: ListedFeed[] = []
  for (;;) {
    const last = all.at(-1)?.source
    const after = last === undefined ? null : { position: last.position, source: last.id }
    const page = await own.followed.page(after, AT_ONCE, { words })
    all.push(...page)
    if (page.length < AT_ONCE || all.length >= MOST_FEEDS) return all
    await setImmediate()
    signal.throwIfAborted()
  }
}

function feedData(listed: ListedFeed, { fence }: ToolRequest): z.input<typeof item> {
  const { feed, name, health, history, nextBecause, newPerDay } = listed
  return {
    id: feed.id,
    url: citedUrl(feed.url),
    state: health.state,
    because: health.because,
    notes: [...health.notes],
    reliability: health.reliability,
    failuresInARow: health.failuresInARow,
    lastPolledAt: isoOrNull(history.lastPolledAt),
    lastNewAt: isoOrNull(history.lastNewAt),
    nextAt: isoOrNull(feed.nextAt),
    nextBecause,
    articlesIn30Days: newPerDay.reduce((sum, count) => sum + count, 0),
    untrusted: fence.around(labelled({ Name: oneLine(name, MOST_NAME) })),
  }
}
