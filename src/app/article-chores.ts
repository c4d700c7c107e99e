import type { DedupPolicy } from '../core/dedup/policies.ts'
import { PRINT_VERSION } from '../core/dedup/print/print-layout.ts'
import { renewPrint } from '../core/dedup/print/renew-print.ts'
import { sanitizedAgain } from '../core/normalize/article-body.ts'
import { FINAL_CATEGORY_VERSION, finalCategory } from '../core/text/final-category.ts'
import { SANITIZER_VERSION } from '../core/text/sanitize-html.ts'
import type { Store } from '../io/store/open-store.ts'
import { repeatStep } from './repeat-step.ts'

/*
 * What is derived from an article and stored beside it carries the version of the code that derived it. A chore finds what
 * is behind and derives it again. CONTRIBUTING.md says how to raise a version and how to add a chore.
 */

/** Brings one derived part of the stored articles to the version of this program. */
export interface ArticleChore {
  /** One step: so many of the newest articles at most that are behind; gives how many there were. */
  readonly step: (store: Store, limit: number) => Promise<number>
}

/** Few enough that an interrupted step loses little. */
const ARTICLES_A_STEP = 200

/** A chore out of the two questions it consists of: what is behind, and how it is derived again and written. */
function chore<Old>(
  behind: (store: Store, limit: number) => Promise<readonly Old[]>,
  renew: (store: Store, old: readonly Old[]) => Promise<void>,
): ArticleChore {
  return {
    step: async (store, limit) => {
      const old = await behind(store, limit)
      if (old.length > 0) await renew(store, old)
      return old.length
    },
  }
}

/** Prints, made again from their articles. What only the `layered` policy compares is in them where it is in use. */
export function printChore({ name }: Pick<DedupPolicy, 'name'>): ArticleChore {
  const layered = name === 'layered'
  return chore(
    (store, limit) => store.oldPrints(PRINT_VERSION, limit),
    (store, old) =>
      store.renewPrints(
        old.map(({ article, change, scope, value, of }) => ({
          article,
          change,
          scope,
          ...renewPrint(of, value, layered),
        })),
      ),
  )
}

/**
 * Bodies, and those of older versions, sanitised again. What a publisher wrote is not kept, so stricter rules reach what is
 * stored, while what an older sanitiser dropped does not come back.
 */
const bodyChore: ArticleChore = chore(
  (store, limit) => store.oldBodies(SANITIZER_VERSION, limit),
  (store, old) =>
    store.renewBodies(
      old.map((body) => {
        const html = body.html === null ? null : sanitizedAgain(body.html)
        return { ...body, was: body.version, version: SANITIZER_VERSION, html }
      }),
    ),
)

/** The full texts of pages, sanitised again in the same way. */
const pageChore: ArticleChore = chore(
  (store, limit) => store.oldPages(SANITIZER_VERSION, limit),
  (store, old) =>
    store.renewPages(
      old.map((page) => {
        const html = page.html === null ? null : sanitizedAgain(page.html)
        return { ...page, was: page.version, version: SANITIZER_VERSION, html }
      }),
    ),
)

/** Final categories, by the rules of today. */
const categoryChore: ArticleChore = chore(
  (store, limit) => store.oldCategories(FINAL_CATEGORY_VERSION, limit),
  (store, old) =>
    store.renewCategories(
      old.map((one) => {
        const { article, version: was } = one
        return { article, was, version: FINAL_CATEGORY_VERSION, finalCategory: finalCategory(one) }
      }),
    ),
)

/** All chores, the most urgent first: without prints nothing can be compared. */
export function articleChores(policy: Pick<DedupPolicy, 'name'>): readonly ArticleChore[] {
  return [printChore(policy), bodyChore, pageChore, categoryChore]
}

/** One step of the first chore that has something to do; gives how many articles it took on. */
export async function stepChores(chores: readonly ArticleChore[], store: Store): Promise<number> {
  for (const { step } of chores) {
    const taken = await step(store, ARTICLES_A_STEP)
    if (taken > 0) return taken
  }
  return 0
}

/** Steps, a transaction each, until nothing is behind or the process is stopped; the rest is found the next time. */
export async function finishChores(
  chores: readonly ArticleChore[],
  store: Store,
  stopped: () => boolean = () => false,
): Promise<number> {
  return repeatStep(() => stepChores(chores, store), stopped)
}
