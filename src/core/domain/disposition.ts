export const DISPOSITIONS = ['unique', 'exact_duplicate', 'revision', 'near_duplicate', 'same_event'] as const

/** The result of comparing an incoming article with the stored ones. */
export type Disposition = (typeof DISPOSITIONS)[number]

/** How many entries got each disposition. */
export type DispositionCounts = Readonly<Record<Disposition, number>>

export function countDispositions(entries: readonly { readonly disposition: Disposition }[]): DispositionCounts {
  const counts = { unique: 0, exact_duplicate: 0, revision: 0, near_duplicate: 0, same_event: 0 }
  for (const { disposition } of entries) counts[disposition]++
  return counts
}

export const addDispositions = (a: DispositionCounts, b: DispositionCounts): DispositionCounts =>
  Object.fromEntries(DISPOSITIONS.map((one) => [one, a[one] + b[one]])) as Record<Disposition, number>
