import type { DedupPolicy } from '../core/dedup/policies.ts'
import type { Store } from '../io/store/open-store.ts'
import { finishChores, printChore } from './article-chores.ts'

/**
 * Makes all prints of an older version again. A print of another version cannot be compared, so this comes before recent
 * articles, or the window of the stories, are read: a new article is compared with all that is stored, or not at all.
 */
export function renewPrints(store: Store, policy: Pick<DedupPolicy, 'name'>): Promise<number> {
  return finishChores([printChore(policy)], store)
}
