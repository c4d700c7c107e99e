import type { FetchedPage, RefusedPage } from '../core/domain/full-text.ts'
import type { Reply, TransportFailure } from '../core/domain/reply.ts'
import { noPage, type PageReply, readPageReply } from '../core/page/page-reply.ts'
import { refusedPage } from '../core/page/problem-words.ts'
import { agentName, type RobotsRules, readRobots, robotsUrl } from '../core/page/robots.ts'
import { retryAfterMs } from '../core/poll/retry-after.ts'
import { noReply } from './poll-feed.ts'
import type { RobotsCache } from './robots-cache.ts'
import { type Ask, type VisitDeps, visitHost } from './visit-host.ts'

/** How pages leave and enter the process. */
export interface PageDeps extends VisitDeps {
  /** One request through the guarded fetch. */
  readonly fetch: (url: string, options: { readonly followsRedirects: boolean }) => Promise<Reply>
  readonly userAgent: string
  readonly robots: RobotsCache
}

/** A page, or why there is none and when the server wants to be asked again; null when we are stopping. */
export type PageOutcome =
  | (FetchedPage & { readonly kind: 'page' })
  | (RefusedPage & { readonly retryAfterMs: number | null })
  | null

const MOST_REDIRECTS = 5

/**
 * Fetches a page, redirect by redirect: each address may be on another host, whose robots.txt and pause count, and goes through the
 * guard against private addresses anew.
 */
export async function fetchPage(address: string, until: number, deps: PageDeps): Promise<PageOutcome> {
  const seen = new Set<string>()
  let url = address
  while (seen.size <= MOST_REDIRECTS && !seen.has(url)) {
    seen.add(url)
    const { host } = new URL(url)
    const visit = await visitHost(host, (ask) => askOnce(url, ask, deps), until, deps)
    if (visit === null) return deps.stopped() ? null : { ...refusedPage('unavailable', `${host} is busy`), ...NO_WAIT }
    const { reply, waitMs } = visit
    if (reply.kind === 'aborted') return null
    if (reply.kind === 'page') return reply
    if (reply.kind === 'refused') return { ...reply, retryAfterMs: waitMs }
    url = reply.to
  }
  return { ...refusedPage('unavailable', 'too many redirects'), ...NO_WAIT }
}

const NO_WAIT = { retryAfterMs: null }

interface Asked {
  readonly reply: PageReply
  readonly waitMs: number | null
}

async function askOnce(url: string, ask: Ask, deps: PageDeps): Promise<Asked> {
  const rules = await rulesFor(url, ask, deps)
  if (rules.kind === 'refused' || rules.kind === 'aborted') return { reply: rules, waitMs: null }
  if (rules.kind === 'unavailable') return { reply: refusedPage('robotsUnavailable'), waitMs: null }
  if (!rules.allows(url)) return { reply: refusedPage('robots'), waitMs: null }
  const reply = await ask(() => deps.fetch(url, { followsRedirects: false }).catch(noReply), rules.pauseMs)
  return {
    reply: readPageReply(reply),
    waitMs: reply.kind === 'answer' ? retryAfterMs(reply.headers, deps.now()) : null,
  }
}

/** Nobody was asked: that says nothing about rules. */
const UNASKED: ReadonlySet<TransportFailure> = new Set(['aborted', 'forbiddenAddress'])

async function rulesFor(
  url: string,
  ask: Ask,
  deps: PageDeps,
): Promise<RobotsRules | Extract<PageReply, { kind: 'refused' | 'aborted' }>> {
  const { origin } = new URL(url)
  const known = deps.robots.get(origin)
  if (known !== null) return known
  const address = robotsUrl(url)
  const reply = await ask(() => deps.fetch(address, { followsRedirects: true }).catch(noReply))
  if (reply.kind === 'noAnswer' && UNASKED.has(reply.failure)) return noPage(reply)
  const rules = readRobots(address, reply, agentName(deps.userAgent))
  deps.robots.put(origin, rules)
  return rules
}
