import { byImportance } from './by-importance.ts'
import { isCurrentIn } from './choose-lead.ts'
import type { DigestInput, TabPlan, WindowArticle } from './digest-input.ts'
import type { ShownBefore } from './shown-before.ts'

/** The articles of one tab. */
export interface FilledTab {
  readonly plan: TabPlan
  readonly articles: readonly WindowArticle[]
}

/**
 * Chooses the articles of each tab: new ones of the window, then older ones, and only if still too few those already
 * shown, but never those of the digest right before; last of all those with a figure that was replaced since. Round robin over
 * the categories; each event once.
 */
export function fillTabs(input: DigestInput, shown: ShownBefore): FilledTab[] {
  const fromWindow = byTab(input.articles)
  const fromBefore = byTab(input.older)
  const isFar = (article: WindowArticle) => shown.recordOf(article)?.at !== input.previous?.at
  const eventOf = ({ story }: WindowArticle) => input.events.get(story) ?? story
  const isStale = staleArticles(input, eventOf)
  return input.tabs.map((plan) => {
    const { found } = plan
    const isFound = ({ key }: WindowArticle) => found?.has(key) === true
    const inWindow = found === undefined ? fromWindow.get(plan.id) : input.articles.filter(isFound)
    const before = found === undefined ? fromBefore.get(plan.id) : input.older.filter(isFound)
    const all = [...(inWindow ?? []), ...(before ?? [])]
    const newest = newestOfFeeds(all, input.mostOfFeed)
    const selectable = (articles: readonly WindowArticle[] = []) =>
      articles.filter((article) => newest.has(article) && article.url !== null && article.score !== null)
    const current = selectable(inWindow)
    const older = selectable(before)
    const steps = [current.filter(shown.isNew), older.filter(shown.isNew), older.filter(isFar), current.filter(isFar)]
    return { plan, articles: takeInTurn(steps, plan, { eventOf, isStale }) }
  })
}

const never = (): boolean => false

/** Tells whether an article gives a figure that another article of its event has replaced; found out only for those asked about. */
function staleArticles(
  { articles, older }: DigestInput,
  eventOf: (article: WindowArticle) => string,
): (article: WindowArticle) => boolean {
  const members = new Map<string, WindowArticle[]>()
  for (const article of [...articles, ...older]) {
    const own = members.get(eventOf(article))
    if (own === undefined) members.set(eventOf(article), [article])
    else own.push(article)
  }
  const currentIn = new Map<string, (article: WindowArticle) => boolean>()
  return (article) => {
    const event = eventOf(article)
    const isCurrent = currentIn.get(event) ?? isCurrentIn(members.get(event) ?? [])
    currentIn.set(event, isCurrent)
    return !isCurrent(article)
  }
}

/** What decides whether the next article of a category is taken. */
interface TabRules {
  readonly eventOf: (article: WindowArticle) => string
  readonly isStale: (article: WindowArticle) => boolean
}

function byTab(articles: readonly WindowArticle[]): Map<string, WindowArticle[]> {
  const tabs = new Map<string, WindowArticle[]>()
  for (const article of articles) {
    if (article.tab === null) continue
    const tab = tabs.get(article.tab)
    if (tab === undefined) tabs.set(article.tab, [article])
    else tab.push(article)
  }
  return tabs
}

/** The newest articles of each feed, so many of each; the key decides between articles of one moment. */
function newestOfFeeds(
  articles: readonly WindowArticle[],
  mostOfFeed: DigestInput['mostOfFeed'],
): ReadonlySet<WindowArticle> {
  const feeds = new Map<number, WindowArticle[]>()
  for (const article of articles) {
    const feed = feeds.get(article.feed)
    if (feed === undefined) feeds.set(article.feed, [article])
    else feed.push(article)
  }
  const newest = (a: WindowArticle, b: WindowArticle) => b.published - a.published || (a.key < b.key ? -1 : 1)
  return new Set([...feeds].flatMap(([feed, own]) => own.sort(newest).slice(0, mostOfFeed.get(feed))))
}

function takeInTurn(
  steps: readonly (readonly WindowArticle[])[],
  { categories, limit }: TabPlan,
  { eventOf, isStale }: TabRules,
): WindowArticle[] {
  const taken: WindowArticle[] = []
  const events = new Set<string>()
  for (const isLeftOut of [isStale, never]) {
    for (const step of steps) {
      const piles = taken.length < limit ? pilesOf(step, categories) : []
      const mayTake = (article: WindowArticle) => !events.has(eventOf(article)) && !isLeftOut(article)
      for (let more = true; more; ) {
        more = false
        for (const pile of piles) {
          const next = taken.length < limit ? nextOf(pile, mayTake) : null
          if (next === null) continue
          taken.push(next)
          events.add(eventOf(next))
          more = true
        }
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

function nextOf(pile: Pile, mayTake: (article: WindowArticle) => boolean): WindowArticle | null {
  for (; pile.at < pile.articles.length; pile.at++) {
    const article = pile.articles[pile.at]!
    if (mayTake(article)) return article
  }
  return null
}
