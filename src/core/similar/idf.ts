/** How many documents were counted, and in how many of them each term occurred. */
export type DocumentFrequencies = { readonly documents: number; readonly frequency: (term: string) => number }

/** Tells how much a term says: high for rare ones. */
export type Idf = (term: string) => number

/** Smoothed as scikit-learn does, ln((1 + n) / (1 + df)) + 1, so that no term weighs nothing. */
export function idfOf(counts: DocumentFrequencies): Idf {
  return (term) => Math.log((1 + counts.documents) / (1 + counts.frequency(term))) + 1
}

/** Document frequencies that grow document by document; a later epoch is frozen from them. */
export type RunningFrequencies = DocumentFrequencies & {
  readonly add: (terms: Iterable<string>) => void
  readonly entries: () => Iterable<readonly [term: string, frequency: number]>
}

/** Starts counting, with any documents there are already. */
export function countFrequencies(documents: Iterable<Iterable<string>> = []): RunningFrequencies {
  const frequencies = new Map<string, number>()
  let counted = 0
  const add = (terms: Iterable<string>): void => {
    counted++
    for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  for (const terms of documents) add(terms)
  return {
    add,
    entries: () => frequencies,
    frequency: (term) => frequencies.get(term) ?? 0,
    get documents() {
      return counted
    },
  }
}
