import fc from 'fast-check'
import type { ArticleReasons, ExplainedLink } from '../../src/app/explain-story.ts'

/** What `why article` says of an article. */
export type Why = (article: string) => Promise<ArticleReasons>

/** Two articles of one story. */
export type StoryPair = readonly [a: string, b: string]

/** All pairs of articles that share a story. */
export function pairsOf(stories: readonly (readonly string[])[]): StoryPair[] {
  return stories.flatMap((members) => members.flatMap((a, at) => members.slice(at + 1).map((b): StoryPair => [a, b])))
}

/** Whether `why` shows the link as one that ties two articles: it holds and reached its threshold, and nothing forbids it. */
const ties = ({ holds, value, threshold, veto, to }: ExplainedLink): boolean =>
  holds && value >= threshold && veto === null && to !== null

/** The chain of links by which `why` leads from one article to the other, in its own words only; null when it names none. */
async function chainBetween([from, to]: StoryPair, why: Why): Promise<readonly string[] | null> {
  const cameFrom = new Map<string, string | null>([[from, null]])
  for (const [one] of cameFrom) {
    if (one === to) break
    for (const link of (await why(one)).links) {
      const next = String(link.to?.id)
      if (ties(link) && !cameFrom.has(next)) cameFrom.set(next, one)
    }
  }
  if (!cameFrom.has(to)) return null
  const chain: string[] = []
  for (let at: string | null = to; at !== null; at = cameFrom.get(at)!) chain.unshift(at)
  return chain
}

/** Of a thousand random pairs, the first between which `why` names no chain of links; null when there is none. */
export async function pairWithoutChain(pairs: readonly StoryPair[], why: Why): Promise<StoryPair | null> {
  const known = new Map<string, Promise<ArticleReasons>>()
  const asked: Why = (article) => {
    const answer = known.get(article) ?? why(article)
    known.set(article, answer)
    return answer
  }
  const run = await fc.check(
    fc.asyncProperty(fc.constantFrom(...pairs), async (pair) => (await chainBetween(pair, asked)) !== null),
    { seed: 17, numRuns: 1_000 },
  )
  return run.failed ? run.counterexample![0] : null
}
