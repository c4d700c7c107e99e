/** Writes numbers and texts one after the other into a growing buffer. */
export interface ByteWriter {
  readonly byte: (value: number) => void
  /** An unsigned integer as a varint, seven bits per byte. */
  readonly count: (value: number) => void
  readonly float: (value: number) => void
  readonly text: (value: string | null) => void
  /** Hex digits of a known length, two per byte. */
  readonly hex: (value: string) => void
  /** The number of values, then each as four bytes. */
  readonly uints: (values: Uint32Array) => void
  readonly bytes: (values: Uint8Array) => void
  readonly size: () => number
  readonly patch: (at: number, value: number) => void
  /** A copy of all that was written; the writer is empty afterwards. */
  readonly done: () => Uint8Array
  /** Discards all that was written. */
  readonly clear: () => void
}

const utf8 = new TextEncoder()

/** The value of a lower-case hex digit. */
const digit = (unit: number): number => (unit < 58 ? unit - 48 : unit - 87)

/** Floats are converted here, always to little-endian order. */
const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** An empty writer. */
export function writeBytes(): ByteWriter {
  let buffer = new Uint8Array(1024)
  let at = 0
  const room = (more: number): void => {
    if (at + more <= buffer.length) return
    const larger = new Uint8Array(Math.max(2 * buffer.length, at + more))
    larger.set(buffer)
    buffer = larger
  }
  const byte = (value: number): void => {
    room(1)
    buffer[at++] = value
  }
  const count = (value: number): void => {
    let left = value
    while (left >= 0x80) {
      byte((left % 0x80) | 0x80)
      left = Math.floor(left / 0x80)
    }
    byte(left)
  }
  const bytes = (values: Uint8Array): void => {
    room(values.length)
    buffer.set(values, at)
    at += values.length
  }
  /** Writes an ASCII text; false, with nothing written, for any other. */
  const ascii = (value: string): boolean => {
    const start = at
    count(value.length + 1)
    room(value.length)
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      if (unit >= 0x80) {
        at = start
        return false
      }
      buffer[at++] = unit
    }
    return true
  }
  return {
    byte,
    count,
    bytes,
    float: (value) => {
      float[0] = value
      bytes(isLittleEndian ? floatBytes : floatBytes.toReversed())
    },
    text: (value) => {
      if (value === null) count(0)
      else if (value.length > SHORT || !ascii(value)) {
        const encoded = utf8.encode(value)
        count(encoded.length + 1)
        bytes(encoded)
      }
    },
    hex: (value) => {
      room(value.length >> 1)
      for (let i = 0; i < value.length; i += 2)
        buffer[at++] = (digit(value.charCodeAt(i)) << 4) | digit(value.charCodeAt(i + 1))
    },
    uints: (values) => {
      count(values.length)
      if (isLittleEndian && values.length > FEW)
        bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
      else {
        room(4 * values.length)
        for (let i = 0; i < values.length; i++, at += 4) putUint(buffer, at, values[i]!)
      }
    },
    size: () => at,
    patch: (place, value) => putUint(buffer, place, value),
    done: () => {
      const written = buffer.slice(0, at)
      at = 0
      return written
    },
    clear: () => {
      at = 0
    },
  }
}

/** Up to this length reading or writing numbers one by one is faster than copying their memory. */
const FEW = 16

/** Texts up to this length are tried as ASCII first, where calling the encoder costs more than the copying. */
const SHORT = 200

function putUint(buffer: Uint8Array, at: number, value: number): void {
  buffer[at] = value
  buffer[at + 1] = value >>> 8
  buffer[at + 2] = value >>> 16
  buffer[at + 3] = value >>> 24
}

/** A little-endian 32-bit number. */
export function uintAt(buffer: Uint8Array, at: number): number {
  return (buffer[at]! | (buffer[at + 1]! << 8) | (buffer[at + 2]! << 16) | (buffer[at + 3]! << 24)) >>> 0
}

/** Reads what a `ByteWriter` wrote, in the same order. */
export interface ByteReader {
  /** Continues with another buffer, from its start. */
  readonly open: (buffer: Uint8Array) => void
  readonly byte: () => number
  readonly count: () => number
  readonly float: () => number
  readonly uint: () => number
  readonly text: () => string | null
  readonly hex: (length: number) => string
  readonly uints: () => Uint32Array
  /** A view of the bytes themselves. */
  readonly bytes: (length: number) => Uint8Array
  readonly moveTo: (at: number) => void
  readonly place: () => number
}

/** The hex digits of half a byte. */
const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
let digits = new Uint8Array(32)
const NONE = new Uint32Array(0)
const fromUtf8 = new TextDecoder()

/** Reads bytes from their beginning. */
export function readBytes(first: Uint8Array): ByteReader {
  let buffer = first
  let at = 0
  const count = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const next = buffer[at++]!
      value += (next & 0x7f) * scale
      if (next < 0x80) return value
      scale *= 0x80
    }
  }
  return {
    open: (next) => {
      buffer = next
      at = 0
    },
    count,
    byte: () => buffer[at++]!,
    float: () => {
      for (let i = 0; i < 8; i++) floatBytes[isLittleEndian ? i : 7 - i] = buffer[at++]!
      return float[0]!
    },
    uint: () => {
      at += 4
      return uintAt(buffer, at - 4)
    },
    text: () => {
      const length = count() - 1
      if (length < 0) return null
      at += length
      return textAt(buffer, at - length, length)
    },
    hex: (length) => {
      if (digits.length !== 2 * length) digits = new Uint8Array(2 * length)
      for (let i = 0; i < digits.length; i += 2, at++) {
        digits[i] = DIGITS[buffer[at]! >> 4]!
        digits[i + 1] = DIGITS[buffer[at]! & 15]!
      }
      return fromUtf8.decode(digits)
    },
    uints: () => {
      const length = count()
      if (length === 0) return NONE
      const values = new Uint32Array(length)
      at += 4 * length
      if (isLittleEndian && length > FEW) new Uint8Array(values.buffer).set(buffer.subarray(at - 4 * length, at))
      else for (let i = 0; i < length; i++) values[i] = uintAt(buffer, at + 4 * (i - length))
      return values
    },
    bytes: (length) => {
      at += length
      return new Uint8Array(buffer.buffer, buffer.byteOffset + at - length, length)
    },
    moveTo: (place) => {
      at = place
    },
    place: () => at,
  }
}

/** Up to this length a text is built character by character; for longer ones the decoder is faster. */
const SHORTEST = 8

function textAt(buffer: Uint8Array, start: number, length: number): string {
  if (length > SHORTEST) return fromUtf8.decode(buffer.subarray(start, start + length))
  let text = ''
  for (let at = start; at < start + length; at++) {
    if (buffer[at]! >= 0x80) return fromUtf8.decode(buffer.subarray(start, start + length))
    text += String.fromCharCode(buffer[at]!)
  }
  return text
}
