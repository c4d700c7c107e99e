import { BREAKING_POLICY, type BreakingAlert, breakingAlerts, followedAlerts } from '../core/digest/breaking-alerts.ts'
import { buildDigest } from '../core/digest/build-digest.ts'
import type { DigestInput, WindowArticle } from '../core/digest/digest-input.ts'
import { digestMemory } from '../core/digest/digest-memory.ts'
import { articlesToRead, completePlan, planDigest, topicsToLabel } from '../core/digest/plan-digest.ts'
import type { Digest, ShownStory } from '../core/domain/digest.ts'
import type { Store } from '../io/store/open-store.ts'
import { type AnalysisDeps, groupWindow, labelTopics, type WindowAnalysis } from './analyse-window.ts'
import { type DigestSpec, loadDigestInput, storiesOf } from './load-digest-input.ts'
import { windowArticle } from './window-article.ts'

/** A digest, the analysis it was made from, and the stories it showed. */
export interface MadeDigest {
  readonly digest: Digest
  readonly analysis: WindowAnalysis
  readonly shown: readonly ShownStory[]
}

/**
 * Makes a digest of what is stored and stores the scores it took. First the digest is planned without labels and texts;
 * then those of what it shows are loaded. The same store and the same instant give the same digest.
 */
export async function makeDigest(spec: DigestSpec, deps: AnalysisDeps): Promise<MadeDigest> {
  const { store, reader } = deps
  const unlabelled = await groupWindow({ from: spec.at - spec.windowMs, to: spec.at }, deps)
  await store.writeScores(reader, unlabelled.changedScores)
  const unread = await loadDigestInput(spec, unlabelled, deps)
  const plan = planDigest(unread)
  const analysis = await labelTopics(unlabelled, topicsToLabel(unread, plan), store)
  const withText = textAdder(await textsToSum(articlesToRead(unread, plan), store))
  const { topics, vanished } = analysis.topics
  const input: DigestInput = {
    ...unread,
    topics,
    vanished,
    articles: unread.articles.map(withText),
    older: unread.older.map(withText),
  }
  const digest = buildDigest(input, completePlan(plan, topics, withText))
  return { digest, analysis, shown: digestMemory(digest, input) }
}

/** The texts that summaries are made of: those of the pages where they are there. */
async function textsToSum(keys: readonly string[], store: Store): Promise<Map<string, string | null>> {
  const texts = await store.textsOf(keys)
  for (const [key, { text }] of await store.fullTextsByKey([...texts.keys()])) texts.set(key, text)
  return texts
}

/** Gives an article its text, where it was loaded; the same object each time for the same article. */
function textAdder(texts: ReadonlyMap<string, string | null>): (article: WindowArticle) => WindowArticle {
  const added = new Map<WindowArticle, WindowArticle>()
  return (article) => {
    const text = texts.get(article.key)
    if (text === undefined) return article
    const known = added.get(article) ?? { ...article, text }
    added.set(article, known)
    return known
  }
}

/**
 * Stories that need not wait for the next digest, as of a moment: urgent ones where they are wanted, and those that the reader
 * follows. Stores the scores taken for it.
 */
export async function breakingNow(now: number, isUrgentWanted: boolean, deps: AnalysisDeps): Promise<BreakingAlert[]> {
  const window = await groupWindow({ from: now - BREAKING_POLICY.youngerThanMs, to: now }, deps)
  await deps.store.writeScores(deps.reader, window.changedScores)
  const articles = window.articles.map((one) => windowArticle(one, 0))
  const stories = storiesOf(window)
  const grown = followedAlerts({ articles, stories, followed: deps.followed })
  const urgent = { articles, stories, alerted: new Set<string>(), now, policy: BREAKING_POLICY }
  return [...(isUrgentWanted ? breakingAlerts(urgent) : []), ...grown]
}
