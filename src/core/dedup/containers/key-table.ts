import { mix32 } from '../../similar/hash.ts'
import { ensureCapacity } from './growing-column.ts'

/** Keys of sixteen bytes by number, and the number of each; in hexadecimal where they enter or leave. */
export interface KeyTable {
  /** Enters the key in some bytes, which no other number may have, under a number. */
  readonly add: (number: number, bytes: Uint8Array, start: number) => void
  /** The same for a key in hexadecimal; false for a text that is no key, which is not entered. */
  readonly addHex: (number: number, key: string) => boolean
  /** Takes the key of a number out of the table. `keyAt` still gives it. */
  readonly remove: (number: number) => void
  /** The number of a key; −1 when it has none. */
  readonly find: (key: string) => number
  /** The same for a key in some bytes. */
  readonly findBytes: (bytes: Uint8Array, start: number) => number
  readonly keyAt: (number: number) => string
  /** The order of the keys of two numbers. */
  readonly compare: (a: number, b: number) => number
  /** How many keys there are. */
  readonly size: () => number
}

/** Words of 32 bits in a key. */
const WORDS = 4
const DIGITS = 32
const NONE = -1

/** Hash table (open addressing, linear probing) over a column of keys: 24 to 32 bytes each, where a string and its entry in a `Map` take some 150. */
export function createKeyTable(): KeyTable {
  let words = new Uint32Array(WORDS * 64)
  // Numbers plus one; 0 for none. At most half of the slots are used.
  let slots = new Int32Array(128)
  let size = 0
  const wanted = new Uint32Array(WORDS)

  const homeOf = (from: Uint32Array, at: number): number =>
    mix32(from[at]! ^ from[at + 1]! ^ from[at + 2]! ^ from[at + 3]!) & (slots.length - 1)
  const isAt = (number: number): boolean => {
    const at = WORDS * number
    for (let nth = 0; nth < WORDS; nth++) if (words[at + nth] !== wanted[nth]) return false
    return true
  }
  /** The slot of the wanted key, or the free slot where it would be. */
  const slotOfWanted = (): number => {
    let slot = homeOf(wanted, 0)
    while (slots[slot] !== 0 && !isAt(slots[slot]! - 1)) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const findWanted = (): number => slots[slotOfWanted()]! - 1
  const freeSlotFor = (number: number): number => {
    let slot = homeOf(words, WORDS * number)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const grow = (): void => {
    const before = slots
    slots = new Int32Array(2 * before.length)
    for (const entry of before) if (entry !== 0) slots[freeSlotFor(entry - 1)] = entry
  }
  const addWanted = (number: number): void => {
    words = ensureCapacity(words, WORDS * (number + 1))
    words.set(wanted, WORDS * number)
    if (2 * ++size > slots.length) grow()
    slots[freeSlotFor(number)] = number + 1
  }
  return {
    add: (number, bytes, start) => {
      readBytes(bytes, start, wanted)
      addWanted(number)
    },
    addHex: (number, key) => {
      const isKey = readHex(key, wanted)
      if (isKey) addWanted(number)
      return isKey
    },
    remove: (number) => {
      wanted.set(words.subarray(WORDS * number, WORDS * (number + 1)))
      let hole = slotOfWanted()
      const last = slots.length - 1
      // Backward shift: what follows moves up where its probing would end at the hole.
      for (let next = (hole + 1) & last; slots[next] !== 0; next = (next + 1) & last) {
        const home = homeOf(words, WORDS * (slots[next]! - 1))
        if (((next - home) & last) < ((next - hole) & last)) continue
        slots[hole] = slots[next]!
        hole = next
      }
      slots[hole] = 0
      size--
    },
    find: (key) => (readHex(key, wanted) ? findWanted() : NONE),
    findBytes: (bytes, start) => {
      readBytes(bytes, start, wanted)
      return findWanted()
    },
    keyAt: (number) => hexOf(words, WORDS * number),
    compare: (a, b) => {
      for (let nth = 0; nth < WORDS; nth++) {
        const apart = words[WORDS * a + nth]! - words[WORDS * b + nth]!
        if (apart !== 0) return apart
      }
      return 0
    },
    size: () => size,
  }
}

/** Reads the words of a key, the highest byte first, so that they are in the order of the key's digits. */
function readBytes(bytes: Uint8Array, start: number, into: Uint32Array): void {
  for (let nth = 0; nth < WORDS; nth++) {
    const at = start + 4 * nth
    into[nth] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
}

/** Reads a key in hexadecimal; false for what is none. */
function readHex(key: string, into: Uint32Array): boolean {
  if (key.length !== DIGITS) return false
  into.fill(0)
  for (let at = 0; at < DIGITS; at++) {
    const unit = key.charCodeAt(at)
    const digit = unit >= 48 && unit <= 57 ? unit - 48 : unit >= 97 && unit <= 102 ? unit - 87 : NONE
    if (digit === NONE) return false
    into[at >> 3] = (into[at >> 3]! << 4) | digit
  }
  return true
}

const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const u = new Uint8Array(DIGITS)

/** Thirty-two arguments written out take a third of the time of an array of them. */
function hexOf(words: Uint32Array, from: number): string {
  for (let at = 0; at < DIGITS; at++) u[at] = HEX[(words[from + (at >> 3)]! >>> (28 - 4 * (at & 7))) & 15]!
  // biome-ignore format: one line for each word
  return String.fromCharCode(
    u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!,
    u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!, u[14]!, u[15]!,
    u[16]!, u[17]!, u[18]!, u[19]!, u[20]!, u[21]!, u[22]!, u[23]!,
    u[24]!, u[25]!, u[26]!, u[27]!, u[28]!, u[29]!, u[30]!, u[31]!,
  )
}
