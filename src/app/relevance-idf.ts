import { backgroundIdf } from '../core/dedup/epoch/epoch.ts'
import { backgroundLanguage } from '../core/similar/background-language.ts'
import { fnv1a32 } from '../core/similar/hash.ts'
import type { Idf } from '../core/similar/idf.ts'
import { scriptOf } from '../core/text/words.ts'
import type { Store } from '../io/store/open-store.ts'
import { readEpoch } from './idf-epochs.ts'

/** The term statistics by which relevance weighs words: those of the weekly epoch. */
export interface RelevanceIdf {
  /** Number of the epoch; vectors of two epochs cannot be compared. */
  readonly epoch: number
  readonly idfOf: (article: { readonly language: string | null; readonly title: string }) => Idf
}

const known = new WeakMap<Store, RelevanceIdf>()

/** The background of the newest epoch; read again only when there is a newer one. */
export async function relevanceIdf(store: Store): Promise<RelevanceIdf> {
  const n = await store.lastEpoch()
  const before = known.get(store)
  if (before?.epoch === n) return before
  const epoch = readEpoch(await store.newestEpoch())
  const background: RelevanceIdf = {
    epoch: epoch.n,
    idfOf: ({ language, title }) => {
      const idf = backgroundIdf(
        epoch,
        backgroundLanguage(language, () => scriptOf(title)),
      )
      return (term) => idf(fnv1a32(term))
    },
  }
  known.set(store, background)
  return background
}
