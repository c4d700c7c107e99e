/** A place for the code units of texts; what is in it stays only until somebody else asks for room. */
export interface UnitRoom {
  readonly units: Uint16Array
  /** Lays down the units of a text from a place on. */
  readonly write: (text: string, start: number) => void
}

const LONGEST_KEPT = 1_000_000

/** Grows to the longest text met, up to a limit: room for every article anew would be most of the work. */
let kept = newRoom(16_384)

/**
 * Room for so many code units. Whoever looks at every character of a text does so in half the time here: to ask a string
 * for one is to find out each time how it is kept.
 */
export function roomFor(length: number): UnitRoom {
  if (length <= kept.units.length) return kept
  const larger = newRoom(length)
  if (length <= LONGEST_KEPT) kept = larger
  return larger
}

function newRoom(length: number): UnitRoom {
  const units = new Uint16Array(length)
  const bytes = Buffer.from(units.buffer)
  return { units, write: (text, start) => void bytes.write(text, start * 2, 'utf16le') }
}
