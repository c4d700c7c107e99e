import type { PageRequest, ReadPage } from '../core/domain/full-text.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { choosePages, isRetryDue, LONGEST_RETRY_MS, MOST_FAILURES, PASSING, retryAt } from '../core/page/page-policy.ts'
import { refusedPage } from '../core/page/problem-words.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { StoredFullText, TriedPage, WaitingPage } from '../io/store/full-texts.ts'
import type { Store } from '../io/store/open-store.ts'
import { fetchPage, type PageDeps, type PageOutcome } from './fetch-page.ts'
import { createSemaphore } from './semaphore.ts'

/** Fetches the pages of articles: when a reader asks, and by itself for feeds that are to have their full text. */
export interface FullTexts {
  /** Fetches the page of an article, unless its text is there or may not be tried yet. */
  readonly fetch: (article: StoredArticle) => Promise<void>
  /** One round of pages that nobody has to ask for; gives how many were tried. */
  readonly fetchWaiting: () => Promise<number>
}

/** What fetching full texts needs. */
export interface FullTextDeps extends PageDeps {
  readonly store: Store
  /** Reads a page in a thread, under a deadline. */
  readonly read: (request: PageRequest) => Promise<ReadPage>
}

/** Pages that are fetched at once, and that may wait for that. */
const AT_ONCE = 8
const MOST_WAITING = 100
/** How long a page waits for its host to be free. */
const PATIENCE_MS = 60_000
/** Older articles are not fetched by themselves: a feed that is added, or a program that starts, makes no storm of requests. */
const FRESH_MS = 24 * 3_600_000
/** How many waiting articles are looked at, and how long nobody looks again where nothing came. */
const LOOKED_AT = 500
const LOOK_AGAIN_MS = 60_000

export function createFullTexts(deps: FullTextDeps): FullTexts {
  const { store, now } = deps
  const running = new Map<number, Promise<void>>()
  const slots = createSemaphore(AT_ONCE)
  let looked = { newest: -1, at: 0 }

  /** One try at a time for an article, however many ask. */
  function start(article: StoredArticle): Promise<void> {
    const known = running.get(article.id)
    if (known !== undefined) return known
    const trying = slots.run(() => tryPage(article, deps)).finally(() => running.delete(article.id))
    running.set(article.id, trying)
    return trying
  }

  async function fetchEach(pages: readonly WaitingPage[]): Promise<void> {
    for (const { article } of pages) {
      const stored = deps.stopped() ? null : await store.articleById(article)
      if (stored !== null) await start(stored)
    }
  }
  return {
    fetch: async (article) => {
      if (running.size >= MOST_WAITING) throw new StoreTrouble('passing', BUSY)
      await start(article)
    },
    async fetchWaiting() {
      const newest = await store.web.newestId()
      // The absolute difference: a clock that was set back must not stop it.
      if (newest === looked.newest && Math.abs(now() - looked.at) < LOOK_AGAIN_MS) return 0
      const waiting = await store.waitingPages({ since: now() - FRESH_MS, now: now(), ...RETRIED, limit: LOOKED_AT })
      const chosen = waiting.length === 0 ? [] : choosePages(waiting, await store.pagesTried(now() - 3_600_000))
      if (chosen.length === 0) looked = { newest, at: now() }
      await Promise.all(byHost(chosen).map(fetchEach))
      return chosen.length
    },
  }
}

/** In lists of one host each, which is asked for one page after the other. */
function byHost(pages: readonly WaitingPage[]): WaitingPage[][] {
  const lists = new Map<string, WaitingPage[]>()
  for (const page of pages) {
    const { host } = new URL(page.url)
    lists.set(host, [...(lists.get(host) ?? []), page])
  }
  return [...lists.values()]
}

const RETRIED = { passing: PASSING, mostFailures: MOST_FAILURES, longestRetryMs: LONGEST_RETRY_MS }

const BUSY = 'too many pages are being fetched; try again in a moment'

async function tryPage(article: StoredArticle, deps: FullTextDeps): Promise<void> {
  const { store, now } = deps
  const known = await store.fullTextOf(article.id)
  if (isSettled(known, article, now())) return
  const outcome = article.url === null ? NO_ADDRESS : await fetchPage(article.url, now() + PATIENCE_MS, deps)
  if (outcome === null) return
  const { id, feed, contentHash } = article
  const result = await resultOf(outcome, article, known?.failures ?? 0, deps)
  await store.writeFullText({ article: id, feed, contentHash, at: now(), result })
}

const NO_ADDRESS: PageOutcome = { ...refusedPage('noAddress'), retryAfterMs: null }

/** Whether the page was tried for the article as it is now, and need not or must not be tried again yet. */
function isSettled(known: StoredFullText | null, article: StoredArticle, now: number): boolean {
  if (known === null || known.contentHash !== article.contentHash) return false
  return known.problem === null || !isRetryDue(known.problem.retryAt, now)
}

async function resultOf(
  outcome: NonNullable<PageOutcome>,
  article: StoredArticle,
  failures: number,
  { read, now }: FullTextDeps,
): Promise<TriedPage['result']> {
  const { title, wordCount } = article
  const page =
    outcome.kind === 'refused' ? outcome : await read({ ...outcome, asked: article.url!, feed: { title, wordCount } })
  if (page.kind === 'refused') {
    const waitMs = outcome.kind === 'refused' ? outcome.retryAfterMs : null
    const { problem, message } = page
    return { problem, message, retryAt: retryAt(problem, now(), failures, waitMs) }
  }
  const { html, text } = page
  return { url: (outcome as { readonly url: string }).url, html, text, wordCount: page.wordCount }
}
