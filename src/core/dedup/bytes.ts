/** Writes numbers and texts one after the other into growing bytes. */
export interface ByteWriter {
  readonly byte: (value: number) => void
  /** A whole number from 0 up, seven bits a byte. */
  readonly count: (value: number) => void
  readonly float: (value: number) => void
  readonly text: (value: string | null) => void
  /** Hex of a known length, as bytes. */
  readonly hex: (value: string) => void
  /** Ascending or not, four bytes each, with their number in front. */
  readonly uints: (values: Uint32Array) => void
  readonly bytes: (values: Uint8Array) => void
  readonly size: () => number
  readonly patch: (at: number, value: number) => void
  readonly done: () => Uint8Array
}

const utf8 = new TextEncoder()

/** The value of a small hex digit. */
const digit = (unit: number): number => (unit < 58 ? unit - 48 : unit - 87)

/** An empty writer. */
export function writeBytes(): ByteWriter {
  let buffer = new Uint8Array(1024)
  let view = new DataView(buffer.buffer)
  let at = 0
  const room = (more: number): void => {
    if (at + more <= buffer.length) return
    const larger = new Uint8Array(Math.max(2 * buffer.length, at + more))
    larger.set(buffer)
    buffer = larger
    view = new DataView(buffer.buffer)
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
  return {
    byte,
    count,
    bytes,
    float: (value) => {
      room(8)
      view.setFloat64(at, value, true)
      at += 8
    },
    text: (value) => {
      const encoded = utf8.encode(value ?? '')
      count(value === null ? 0 : encoded.length + 1)
      bytes(encoded)
    },
    hex: (value) => {
      room(value.length >> 1)
      for (let i = 0; i < value.length; i += 2)
        buffer[at++] = (digit(value.charCodeAt(i)) << 4) | digit(value.charCodeAt(i + 1))
    },
    uints: (values) => {
      count(values.length)
      room(4 * values.length)
      for (let i = 0; i < values.length; i++, at += 4) view.setUint32(at, values[i]!, true)
    },
    size: () => at,
    patch: (place, value) => view.setUint32(place, value, true),
    done: () => buffer.slice(0, at),
  }
}

/** Reads what a `ByteWriter` wrote, in the same order. */
export interface ByteReader {
  readonly byte: () => number
  readonly count: () => number
  readonly float: () => number
  readonly uint: () => number
  readonly text: () => string | null
  readonly hex: (length: number) => string
  readonly uints: () => Uint32Array
  readonly bytes: (length: number) => Uint8Array
  readonly moveTo: (at: number) => void
  readonly place: () => number
}

const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))
const fromUtf8 = new TextDecoder()

/** Reads bytes from their beginning. */
export function readBytes(buffer: Uint8Array): ByteReader {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
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
    count,
    byte: () => buffer[at++]!,
    float: () => {
      at += 8
      return view.getFloat64(at - 8, true)
    },
    uint: () => {
      at += 4
      return view.getUint32(at - 4, true)
    },
    text: () => {
      const length = count() - 1
      if (length < 0) return null
      at += length
      return textAt(buffer, at - length, length)
    },
    hex: (length) => {
      let text = ''
      for (const end = at + length; at < end; at++) text += HEX[buffer[at]!]!
      return text
    },
    uints: () => {
      const values = new Uint32Array(count())
      for (let i = 0; i < values.length; i++, at += 4) values[i] = view.getUint32(at, true)
      return values
    },
    bytes: (length) => {
      at += length
      return buffer.slice(at - length, at)
    },
    moveTo: (place) => {
      at = place
    },
    place: () => at,
  }
}

/** Titles are short and mostly ASCII, where a decoder costs more than it does. */
function textAt(buffer: Uint8Array, start: number, length: number): string {
  if (length > 200) return fromUtf8.decode(buffer.subarray(start, start + length))
  let text = ''
  for (let at = start; at < start + length; at++) {
    if (buffer[at]! >= 0x80) return fromUtf8.decode(buffer.subarray(start, start + length))
    text += String.fromCharCode(buffer[at]!)
  }
  return text
}
