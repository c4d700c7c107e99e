import type { ListedFeed } from '../app/web-feeds.ts'
import { answerFailure } from '../core/poll/answer-failure.ts'
import { type ApiRoute, route } from './api-route.ts'
import { type Feed, getFeed, listFeeds, pollFeed } from './contract/feeds.ts'
import { iso, isoOrNull } from './iso.ts'
import { notFound } from './refusal.ts'
import { fromSourceCursor, toSourceCursor } from './subscriptions.ts'

const DAY_MS = 86_400_000

function toFeed(listed: ListedFeed): Feed {
  const { feed, source, name, history, health, nextVisit, nextBecause, newPerDay, fullContent, hidden, unread } = listed
  return {
    id: feed.id,
    subscription: source.id,
    name,
    url: feed.url,
    previousUrls: [...feed.previousUrls],
    state: health.state,
    reason: health.reason,
    because: health.because,
    reliability: health.reliability,
    polls: health.polls,
    successes: health.successes,
    failures: { ...health.failures } as Record<string, number>,
    failuresInARow: health.failuresInARow,
    averageMs: health.averageMs,
    noted: [...health.noted],
    notes: [...health.notes],
    recent: [...history.recent],
    lastPolledAt: isoOrNull(history.lastPolledAt),
    lastSuccessAt: isoOrNull(health.lastSuccessAt),
    lastNewAt: isoOrNull(history.lastNewAt),
    nextAt: isoOrNull(feed.nextAt),
    nextReason: feed.nextReason,
    nextVisit,
    nextBecause,
    tab: source.tab,
    newPerDay: [...newPerDay],
    postsPerMonth: newPerDay.reduce((sum, count) => sum + count, 0),
    fullContent,
    hidden,
    unread,
  }
}

export const feedRoutes: readonly ApiRoute[] = [
  route(listFeeds, async ({ own, query }) => {
    const { q: words, cursor, limit, ...filter } = query
    const page = await own.followed.page(fromSourceCursor(cursor), limit + 1, { words, ...filter })
    return { items: page.slice(0, limit).map(toFeed), next: toSourceCursor(page, limit) }
  }),
  route(getFeed, async ({ own, params }) => {
    const found = await own.followed.one(params.id)
    if (found === null) throw notFound()
    return {
      ...toFeed(found),
      days: found.days.map(({ day, polls, successes, newArticles }) => ({
        date: iso(day * DAY_MS).slice(0, 10),
        polls,
        successes,
        newArticles,
      })),
      lastPolls: found.polls.map(
        ({ at, durationMs, outcome, succeeded, failure, httpStatus, bytes, entries, newArticles }) => ({
          at: iso(at),
          durationMs,
          outcome,
          succeeded,
          failure,
          failedBy: failure && answerFailure(failure),
          httpStatus,
          bytes,
          entries,
          newArticles,
        }),
      ),
    }
  }),
  route(pollFeed, async ({ own, params }) => {
    const asked = await own.followed.askForPoll(params.id)
    if (asked === null) throw notFound()
    return { ...asked, nextAt: isoOrNull(asked.nextAt) }
  }),
]
