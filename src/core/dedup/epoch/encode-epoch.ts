import { readBytes, writeBytes } from '../containers/bytes.ts'
import { type Epoch, epochZero, type TermCounts } from './epoch.ts'

/** Terms that occurred once are left out, like unknown ones; of more than `MOST_TERMS` the rarest are left out. */
const LEAST = 2
const MOST_TERMS = 200_000

/** Encodes the counts of one language: term ids ascending, delta-encoded as varints, each followed by its frequency. */
export function encodeCounts({ documents, frequencies }: TermCounts): Uint8Array {
  const kept = [...frequencies]
    .filter(([, frequency]) => frequency >= LEAST)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_TERMS)
    .sort((a, b) => a[0] - b[0])
  const out = writeBytes()
  out.count(documents)
  out.count(kept.length)
  let before = 0
  for (const [id, frequency] of kept) {
    out.count(id - before)
    out.count(frequency)
    before = id
  }
  return out.done()
}

/** Decodes what `encodeCounts` encoded. */
export function decodeCounts(bytes: Uint8Array): TermCounts {
  const read = readBytes(bytes)
  const documents = read.count()
  const frequencies = new Map<number, number>()
  let id = 0
  for (let left = read.count(); left > 0; left--) {
    id += read.count()
    frequencies.set(id, read.count())
  }
  return { documents, frequencies }
}

/** An epoch from its counts by language; for other languages only the shipped frequencies count. */
export function epochOf(n: number, counts: ReadonlyMap<string, TermCounts>): Epoch {
  const shipped = epochZero()
  return { ...shipped, n, background: new Map([...shipped.background, ...counts]) }
}
