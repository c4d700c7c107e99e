import { backgroundIdf } from '../core/dedup/epoch/epoch.ts'
import type { TermWeight } from '../core/score/subject-likeness.ts'
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
  readonly idfOf: (article: Weighed) => Idf
  /** The same for hashed terms. */
  readonly weightOf: (article: Weighed) => TermWeight
}

interface Weighed {
  readonly language: string | null
  readonly title: string
}

const known = new WeakMap<Store, RelevanceIdf>()

/** The background of the newest epoch; read again only when there is a newer one. */
export async function relevanceIdf(store: Store): Promise<RelevanceIdf> {
  const n = await store.lastEpoch()
  const before = known.get(store)
  if (before?.epoch === n) return before
  const epoch = readEpoch(await store.newestEpoch())
  const weightOf: RelevanceIdf['weightOf'] = ({ language, title }) =>
    backgroundIdf(
      epoch,
      backgroundLanguage(language, () => scriptOf(title)),
    )
  const idfOf: RelevanceIdf['idfOf'] = (article) => {
    const weight = weightOf(article)
    return (term) => weight(fnv1a32(term))
  }
  const background: RelevanceIdf = { epoch: epoch.n, idfOf, weightOf }
  known.set(store, background)
  return background
}
