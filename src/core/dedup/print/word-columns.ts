import { ensureCapacity } from '../containers/growing-column.ts'

/** The words of a text in columns. */
export interface WordColumns {
  /** Appends a word: its hash, the hash of its term, its bits in the word cache, and its text where that is needed later. */
  readonly push: (hash: number, term: number, bits: number, text: string | null) => void
  readonly clear: () => void
  readonly size: () => number
  readonly hashAt: (index: number) => number
  readonly termAt: (index: number) => number
  readonly bitsAt: (index: number) => number
  /** Null for a word whose text was not kept, and behind the last word. */
  readonly textAt: (index: number) => string | null
  /** A view of all hashes, valid until the next `push`. */
  readonly hashes: () => Int32Array
}

/** Empty columns, reused for one text after another: allocating them for each would be most of the work. */
export function createWordColumns(): WordColumns {
  let hashes = new Int32Array(1024)
  let terms = new Int32Array(1024)
  let bits = new Uint8Array(1024)
  const texts: (string | null)[] = []
  let size = 0
  return {
    push: (hash, term, kind, text) => {
      if (size === hashes.length) {
        hashes = ensureCapacity(hashes, size + 1)
        terms = ensureCapacity(terms, size + 1)
        bits = ensureCapacity(bits, size + 1)
      }
      hashes[size] = hash
      terms[size] = term
      bits[size] = kind
      texts[size++] = text
    },
    clear: () => {
      texts.fill(null, 0, size)
      size = 0
    },
    size: () => size,
    hashAt: (index) => hashes[index]!,
    termAt: (index) => terms[index]!,
    bitsAt: (index) => bits[index]!,
    textAt: (index) => (index < size ? texts[index]! : null),
    hashes: () => hashes.subarray(0, size),
  }
}
