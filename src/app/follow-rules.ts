import type { Rule } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { SearchQuery } from '../core/text/search-query.ts'
import type { Store } from '../io/store/open-store.ts'
import { repeatStep } from './repeat-step.ts'
import { followSearch } from './search-articles.ts'

/** What following rules needs. */
export interface FollowRulesDeps {
  readonly store: Pick<Store, 'web' | 'updateSearch'>
  readonly now: () => number
  readonly stopped: () => boolean
  /** Parses a query as a reader means it. */
  readonly parse: (reader: number, line: string) => Promise<SearchQuery>
}

/** A new rule is compared with the articles of so many days. */
export const RULE_DAYS = 14
const DAY_MS = 86_400_000

/** Compares rules with the articles that were indexed since, in short steps: those of a reader, or of all. */
export async function followRules(reader: number | null, deps: FollowRulesDeps): Promise<void> {
  const rules = await deps.store.web.rules(reader)
  if (rules.length > 0) await followSearch(deps.store, () => {})
  for (const rule of rules) await followRule(rule, deps)
}

async function followRule(rule: Rule, { store, now, stopped, parse }: FollowRulesDeps): Promise<void> {
  const query = await parse(rule.reader, rule.query).catch((error: unknown) => {
    // Its tab is gone, say: the list of rules tells it to the reader.
    if (error instanceof UserError) return null
    throw error
  })
  if (query === null) return
  const since = now() - RULE_DAYS * DAY_MS
  await repeatStep(async () => Number(await store.web.stepRule({ rule, query }, since)), stopped)
}
