/** A buffer and the offset of what is read or written next. Numbers are laid out as by a `ByteWriter`, which costs too much where millions are written. */
export interface ByteCursor {
  bytes: Uint8Array
  at: number
}

/** A cursor at the beginning of an empty buffer. */
export function byteCursor(): ByteCursor {
  return { bytes: new Uint8Array(4096), at: 0 }
}

/** Reads a varint. */
export function nextCount(from: ByteCursor): number {
  const { bytes } = from
  let next = bytes[from.at++]!
  let value = next & 0x7f
  for (let scale = 0x80; next >= 0x80; scale *= 0x80) {
    next = bytes[from.at++]!
    value += (next & 0x7f) * scale
  }
  return value
}

/** Makes room for more bytes behind the cursor. */
export function makeRoom(to: ByteCursor, more: number): void {
  if (to.at + more <= to.bytes.length) return
  const larger = new Uint8Array(Math.max(2 * to.bytes.length, to.at + more))
  larger.set(to.bytes)
  to.bytes = larger
}

/** The longest varint of a number that is exact. */
const LONGEST = 8

/** Writes a varint. */
export function putCount(to: ByteCursor, value: number): void {
  makeRoom(to, LONGEST)
  if (value < 0x4000) {
    if (value >= 0x80) to.bytes[to.at++] = value | 0x80
    to.bytes[to.at++] = value < 0x80 ? value : value >> 7
    return
  }
  let left = value
  while (left >= 0x80) {
    to.bytes[to.at++] = (left % 0x80) | 0x80
    left = Math.floor(left / 0x80)
  }
  to.bytes[to.at++] = left
}

export function putByte(to: ByteCursor, value: number): void {
  makeRoom(to, 1)
  to.bytes[to.at++] = value
}

/** Writes four bytes, the lowest first. */
export function putUint(to: ByteCursor, value: number): void {
  makeRoom(to, 4)
  patchUint(to, to.at, value)
  to.at += 4
}

/** Writes four bytes over what was written. */
export function patchUint({ bytes }: ByteCursor, at: number, value: number): void {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
  bytes[at + 2] = value >>> 16
  bytes[at + 3] = value >>> 24
}

export function putZeros(to: ByteCursor, size: number): void {
  makeRoom(to, size)
  to.bytes.fill(0, to.at, to.at + size)
  to.at += size
}

/** Up to this length a loop is faster than a call into the engine's copying. */
const FEW = 32

/** Writes a part of another buffer. */
export function putBytes(to: ByteCursor, bytes: Uint8Array, start: number, size: number): void {
  makeRoom(to, size)
  if (size > FEW) to.bytes.set(bytes.subarray(start, start + size), to.at)
  else for (let at = 0; at < size; at++) to.bytes[to.at + at] = bytes[start + at]!
  to.at += size
}

/** Copies as many bytes from one cursor to another. */
export function copyBytes(from: ByteCursor, to: ByteCursor, size: number): void {
  putBytes(to, from.bytes, from.at, size)
  from.at += size
}

/** Copies a varint from one cursor to another and returns it. */
export function copyCount(from: ByteCursor, to: ByteCursor): number {
  const value = nextCount(from)
  putCount(to, value)
  return value
}
