import type { Rule, RuleKind } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { UserReason } from '../core/domain/user-reason.ts'
import { type ArticleViewer, type ShownArticle, shownArticles } from './article-pages.ts'
import type { CallEngine } from './engine-calls.ts'
import type { WebSearches } from './web-searches.ts'

/** A rule, and why it cannot be followed any more, if so. */
export interface ShownRule extends Rule {
  readonly problem: string | null
  readonly problemReason: UserReason | null
}

/** What a rule would do. */
export interface DryRun {
  readonly days: number
  /** Not counted beyond a bound. */
  readonly articles: number
  readonly examples: readonly ShownArticle[]
}

/** The rules of one reader. Null or false: they have none of that id. */
export interface WebRules {
  readonly list: () => Promise<ShownRule[]>
  /** One that is there already is given as it is. */
  readonly add: (kind: RuleKind, query: string) => Promise<ShownRule>
  readonly change: (id: number, change: Partial<Pick<Rule, 'kind' | 'query'>>) => Promise<ShownRule | null>
  readonly remove: (id: number) => Promise<boolean>
  readonly dryRun: (query: string) => Promise<DryRun>
}

/** What the rules need. */
export interface WebRulesDeps extends ArticleViewer {
  readonly now: () => number
  readonly callEngine: CallEngine
  readonly check: WebSearches['check']
}

/** How many rules a reader may have: each article is compared with all. */
const MOST_RULES = 100
const DRY_DAYS = 7
export const MOST_COUNTED = 1_000
const EXAMPLES = 10

export function createWebRules(deps: WebRulesDeps): WebRules {
  const { store, reader, now, callEngine, check } = deps
  async function shown(rule: Rule): Promise<ShownRule> {
    const refused = await check(rule.query).then(
      () => null,
      (error: unknown) => {
        if (error instanceof UserError) return error
        throw error
      },
    )
    return { ...rule, problem: refused?.message ?? null, problemReason: refused?.reason ?? null }
  }
  async function list(): Promise<ShownRule[]> {
    return Promise.all((await store.web.rules(reader)).map(shown))
  }
  const followed = () => callEngine({ name: 'followRules', reader })
  return {
    list,
    async add(kind, query) {
      await check(query)
      const known = await store.web.rules(reader)
      const same = known.find((one) => one.kind === kind && one.query === query)
      if (same !== undefined) return shown(same)
      if (known.length >= MOST_RULES) throw new UserError({ code: 'tooManyRules', most: MOST_RULES })
      const added = await store.web.addRule({ reader, kind, query, createdAt: now() })
      await followed()
      return { ...added, problem: null, problemReason: null }
    },
    async change(id, change) {
      if (change.query !== undefined) await check(change.query)
      if (Object.keys(change).length > 0 && !(await store.web.changeRule(reader, id, change))) return null
      await followed()
      return (await list()).find((one) => one.id === id) ?? null
    },
    remove: (id) => store.web.removeRule(reader, id),
    async dryRun(query) {
      await check(query)
      const keys = await callEngine({ name: 'search', reader, line: query, limit: MOST_COUNTED, days: DRY_DAYS })
      const examples = await shownArticles(deps, keys.slice(0, EXAMPLES))
      return { days: DRY_DAYS, articles: keys.length, examples }
    },
  }
}
