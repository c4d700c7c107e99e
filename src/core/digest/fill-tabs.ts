import { byImportance } from './by-importance.ts'
import type { DigestInput, TabPlan, WindowArticle } from './digest-input.ts'
import type { ShownBefore } from './shown-before.ts'

/** The articles of one tab. */
export interface FilledTab {
  readonly plan: TabPlan
  readonly articles: readonly WindowArticle[]
}

/**
 * Chooses the articles of each tab: new ones of the window, then older ones, and only if still too few those already
 * shown, but never those of the digest right before. Round robin over the categories; each story once.
 */
export function fillTabs(input: DigestInput, shown: ShownBefore): FilledTab[] {
  const fromWindow = byTab(input.articles)
  const fromBefore = byTab(input.older)
  const isFar = (article: WindowArticle) => shown.recordOf(article)?.at !== input.previous?.at
  return input.tabs.map((plan) => {
    const current = fromWindow.get(plan.id) ?? []
    const older = fromBefore.get(plan.id) ?? []
    const steps = [current.filter(shown.isNew), older.filter(shown.isNew), older.filter(isFar), current.filter(isFar)]
    return { plan, articles: takeInTurn(steps, plan) }
  })
}

function byTab(articles: readonly WindowArticle[]): Map<string, WindowArticle[]> {
  const tabs = new Map<string, WindowArticle[]>()
  for (const article of articles) {
    if (article.tab === null || article.url === null || article.score === null) continue
    const tab = tabs.get(article.tab)
    if (tab === undefined) tabs.set(article.tab, [article])
    else tab.push(article)
  }
  return tabs
}

function takeInTurn(steps: readonly (readonly WindowArticle[])[], { categories, limit }: TabPlan): WindowArticle[] {
  const taken: WindowArticle[] = []
  const stories = new Set<string>()
  for (const step of steps) {
    if (taken.length === limit) break
    const piles = pilesOf(step, categories)
    for (let more = true; more && taken.length < limit; ) {
      more = false
      for (const pile of piles) {
        if (taken.length === limit) break
        const next = nextOf(pile, stories)
        if (next === null) continue
        taken.push(next)
        stories.add(next.story)
        more = true
      }
    }
  }
  return taken
}

interface Pile {
  readonly articles: readonly WindowArticle[]
  at: number
}

/** One queue per category, best first, in the order of the file; categories that the file does not name come last. */
function pilesOf(articles: readonly WindowArticle[], categories: readonly string[]): Pile[] {
  const piles = new Map<string, WindowArticle[]>(categories.map((category) => [category, []]))
  const others: WindowArticle[] = []
  for (const article of articles) (piles.get(article.rssCategory ?? '') ?? others).push(article)
  return [...piles.values(), others].map((pile) => ({ articles: pile.sort(byImportance), at: 0 }))
}

function nextOf(pile: Pile, stories: ReadonlySet<string>): WindowArticle | null {
  for (; pile.at < pile.articles.length; pile.at++) {
    const article = pile.articles[pile.at]!
    if (!stories.has(article.story)) return article
  }
  return null
}
