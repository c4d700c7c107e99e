import type { DocumentFrequencies, RunningFrequencies } from './idf.ts'

/** Document frequencies that no longer change: decisions name the epoch they were taken under, so that they can be repeated. */
export type IdfEpoch = DocumentFrequencies & {
  readonly number: number
  /** One compact line, to be stored and read back. */
  readonly text: string
}

/** Freezes a running count as epoch `number`; terms that occur less often than `least` are as good as unknown and left out. */
export function freezeEpoch(counts: RunningFrequencies, number: number, least = 2): IdfEpoch {
  const groups = new Map<number, string[]>()
  for (const [term, frequency] of counts.entries()) {
    if (frequency < least) continue
    const group = groups.get(frequency)
    if (group === undefined) groups.set(frequency, [term])
    else group.push(term)
  }
  const ordered = [...groups].sort(([a], [b]) => b - a)
  const text = ordered.map(([frequency, terms]) => `${frequency} ${terms.sort().join(' ')}`).join('|')
  return readEpoch(text, counts.documents, number)
}

/** Reads what `freezeEpoch` wrote: groups separated by bars, each a frequency and its terms. */
export function readEpoch(text: string, documents: number, number: number): IdfEpoch {
  const frequencies = new Map<string, number>()
  for (const group of text.split('|')) {
    const [frequency, ...terms] = group.split(' ')
    for (const term of terms) frequencies.set(term, Number(frequency))
  }
  return { number, documents, text, frequency: (term) => frequencies.get(term) ?? 0 }
}
