/** Consecutive numbers for texts in UTF-8, from 1 on; 0 stands for no text. */
export interface TextNumbers {
  /** The number of the text in some bytes; a negative length means no text. A text that is known is not decoded. Where there are `most` texts, a further one gets 0. */
  readonly numberOf: (bytes: Uint8Array, start: number, length: number, most?: number) => number
  readonly textAt: (number: number) => string | null
  readonly bytesAt: (number: number) => Uint8Array
  /** Memory of texts and table. */
  readonly bytes: () => number
}

const decoder = new TextDecoder()

/** About what the engine needs for the string and the bytes of a text besides their contents. */
const OBJECTS = 200

/** String interning by a hash table (open addressing, FNV-1a) over the bytes: names of newsrooms repeat in a thousand articles each. */
export function createTextNumbers(): TextNumbers {
  const encoded: Uint8Array[] = [new Uint8Array(0)]
  const texts: (string | null)[] = [null]
  let slots = new Int32Array(64)
  let held = 0

  const slotOf = (bytes: Uint8Array, start: number, length: number): number => {
    const last = slots.length - 1
    let slot = hashOf(bytes, start, length) & last
    while (slots[slot] !== 0 && !isEqual(encoded[slots[slot]!]!, bytes, start, length)) slot = (slot + 1) & last
    return slot
  }
  const grow = (): void => {
    slots = new Int32Array(2 * slots.length)
    for (let number = 1; number < encoded.length; number++) {
      const bytes = encoded[number]!
      slots[slotOf(bytes, 0, bytes.length)] = number
    }
  }
  return {
    numberOf: (bytes, start, length, most = Number.POSITIVE_INFINITY) => {
      if (length < 0) return 0
      const slot = slotOf(bytes, start, length)
      if (slots[slot] !== 0) return slots[slot]!
      if (encoded.length > most) return 0
      held += OBJECTS + 2 * length
      const copy = bytes.slice(start, start + length)
      slots[slot] = encoded.length
      texts.push(decoder.decode(copy))
      if (2 * encoded.push(copy) > slots.length) grow()
      return encoded.length - 1
    },
    textAt: (number) => texts[number]!,
    bytesAt: (number) => encoded[number]!,
    bytes: () => 4 * slots.length + held,
  }
}

function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash ^ (hash >>> 15)
}

function isEqual(known: Uint8Array, bytes: Uint8Array, start: number, length: number): boolean {
  if (known.length !== length) return false
  for (let at = 0; at < length; at++) if (known[at] !== bytes[start + at]) return false
  return true
}
