import { type AdmissionDeps, admitPoll } from '../../src/app/admit-poll.ts'
import type { FeedDocument } from '../../src/core/domain/feed-document.ts'
import type { PreparedEntry } from '../../src/core/domain/prepared.ts'
import { languageSample } from '../../src/core/normalize/article-language.ts'
import { UNLIMITED_QUOTA } from '../../src/core/poll/daily-quota.ts'
import { loadLanguageDetector } from '../../src/core/text/detect-language.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import { aRecord } from '../../tests/support/poll-records.ts'
import { builtProgram, NOW, source } from './parsers.ts'

/* The stages of a poll one after the other, each with the processor time that it took. */

type ParsedFeed = Extract<FeedDocument, { kind: 'feed' }>
type PollDeps = AdmissionDeps & { readonly store: Store }

const FLAWLESS = { malformed: 0, cutOff: 0, valid: true }

/** Processor time so far, that of the threads that compile and collect garbage included. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs stages and adds up the time of each. */
export function createStageTimer() {
  const times = new Map<string, number>()
  return {
    times,
    async timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
      const started = processorMs()
      const result = await work()
      times.set(stage, (times.get(stage) ?? 0) + processorMs() - started)
      return result
    },
  }
}

type Timed = ReturnType<typeof createStageTimer>['timed']

/** Polls documents through every stage of the built program. */
export async function createStagedPolls(timed: Timed) {
  const ours = await builtProgram()

  async function admit(
    id: number,
    document: ParsedFeed,
    entries: readonly PreparedEntry[],
    deps: PollDeps,
  ): Promise<void> {
    const feed = (await deps.store.feedById(id))!
    const onePerKey = [...new Map(entries.map((entry) => [entry.guidKey, entry])).values()]
    await admitPoll(deps, {
      feed: { id, position: id },
      prepared: { entries: onePerKey, entryCount: entries.length, refresh: document.refresh, ...FLAWLESS },
      lease: null,
      scope: 0,
      room: UNLIMITED_QUOTA,
      recordOf: () => aRecord(feed, NOW, null),
    })
  }

  return async (feed: number, url: string, body: Uint8Array, deps: PollDeps): Promise<void> => {
    const document = await timed('parse', () => ours.parseFeed(body, { url }))
    if (document.kind === 'notAFeed') return
    const context = { feed, feedUrl: url, source, document: document.feed, now: NOW, detectLanguage: null }
    const articles = await timed('normalise', () =>
      document.entries.flatMap((entry) => {
        ours.rawHash(entry.raw)
        const made = ours.normalizeEntry(entry, context)
        return made.kind === 'article' ? [made.article] : []
      }),
    )
    const read = await timed('detect languages', async () => {
      if (articles.every(({ language }) => language !== null)) return articles
      const detect = await loadLanguageDetector()
      return articles.map((one) => ({ ...one, language: one.language ?? detect(languageSample(one.title, one.text)) }))
    })
    const entries = await timed('print', () =>
      read.map((article): PreparedEntry => {
        const guidKey = keyHash(article.guid)
        return { guidKey, rawHash: guidKey, article, print: ours.printBytes(article, { guidKey, layered: false }) }
      }),
    )
    await admit(feed, document, entries, deps)
  }
}
