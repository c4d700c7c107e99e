/* Lists of values in PostgreSQL's binary format. As text every character of every value is escaped here and looked at again there, and
   bytes take two digits each. https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES */

/** How values of a type are written; a value that does not fit the type is left to the server, which says what is wrong with it. */
interface Encoding {
  /** The type's number in PostgreSQL's catalogue (pg_type.dat). */
  readonly oid: number
  /** The bytes of a value; -1 when it cannot be written. */
  readonly size: (value: unknown) => number
  readonly write: (bytes: Buffer, value: never, at: number) => void
}

const BYTES: Encoding = {
  oid: 17,
  size: (value) => (value instanceof Uint8Array ? value.byteLength : -1),
  write: (bytes, value: Uint8Array, at) => bytes.set(value, at),
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  bytea: BYTES,
  text: {
    oid: 25,
    size: (value) => (typeof value === 'string' ? Buffer.byteLength(value) : -1),
    write: (bytes, value: string, at) => bytes.write(value, at),
  },
  integer: {
    oid: 23,
    size: (value) => (typeof value === 'number' && (value | 0) === value ? 4 : -1),
    write: (bytes, value: number, at) => bytes.writeInt32BE(value, at),
  },
  bigint: {
    oid: 20,
    size: (value) => (Number.isSafeInteger(value) ? 8 : -1),
    write: (bytes, value: number, at) => {
      bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
      bytes.writeUInt32BE(value >>> 0, at + 4)
    },
  },
  'double precision': {
    oid: 701,
    size: (value) => (typeof value === 'number' ? 8 : -1),
    write: (bytes, value: number, at) => bytes.writeDoubleBE(value, at),
  },
}

/** A list as the parameter of a statement: in binary format where the type of its values, as the catalogue names it, has one here. */
export function listParameter(type: string, list: readonly unknown[]): unknown {
  const encoding = ENCODINGS[type]
  return encoding === undefined ? list : (encoded(encoding, list) ?? list)
}

/** The same for a list whose type is not known: bytes go into no other column than one of bytes. */
export function bytesParameter(value: unknown): unknown {
  return Array.isArray(value) && value[0] instanceof Uint8Array ? (encoded(BYTES, value) ?? value) : value
}

/** Dimensions, whether there are nulls, and the type; then length and first index of the one dimension. */
const HEADER_BYTES = 20

function encoded({ oid, size, write }: Encoding, list: readonly unknown[]): Buffer | null {
  const sizes = new Array<number>(list.length)
  let total = HEADER_BYTES
  let nulls = 0
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    const bytes = value === null || value === undefined ? 0 : size(value)
    if (bytes === -1) return null
    if (value === null || value === undefined) nulls = 1
    sizes[i] = bytes
    total += 4 + bytes
  }
  const buffer = Buffer.allocUnsafe(total)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(nulls, 4)
  buffer.writeInt32BE(oid, 8)
  buffer.writeInt32BE(list.length, 12)
  buffer.writeInt32BE(1, 16)
  let at = HEADER_BYTES
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    if (value === null || value === undefined) {
      at = buffer.writeInt32BE(-1, at)
      continue
    }
    buffer.writeInt32BE(sizes[i]!, at)
    write(buffer, value as never, at + 4)
    at += 4 + sizes[i]!
  }
  return buffer
}
