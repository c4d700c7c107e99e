import { createKeyTable } from './key-table.ts'

/** Consecutive numbers for keys in hexadecimal, from 0 on. */
export interface KeyNumbers {
  /** The number of a text, which gets the next one when it is new. */
  readonly enter: (text: string) => number
  /** The number of a text; −1 when it has none. */
  readonly find: (text: string) => number
  readonly textAt: (number: number) => string
  readonly size: () => number
}

/** Interning for keys, which are held as bytes. Other texts, of which there are few, are held as they are. */
export function createKeyNumbers(): KeyNumbers {
  const keys = createKeyTable()
  const others = new Map<string, number>()
  const texts = new Map<number, string>()
  let size = 0
  const find = (text: string): number => {
    const number = keys.find(text)
    return number >= 0 ? number : (others.get(text) ?? -1)
  }
  return {
    find,
    enter: (text) => {
      const known = find(text)
      if (known >= 0) return known
      if (!keys.addHex(size, text)) {
        others.set(text, size)
        texts.set(size, text)
      }
      return size++
    },
    textAt: (number) => texts.get(number) ?? keys.keyAt(number),
    size: () => size,
  }
}
