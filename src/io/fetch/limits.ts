/** Limits of a request and its response. */
export interface Limits {
  readonly maxRedirects: number
  readonly maxHeaderBytes: number
  readonly maxWireBytes: number
  /** After decompression. */
  readonly maxBytes: number
  /**
   * Decompressed to compressed size, beyond the first mebibyte: the most repetitive feed seen shrinks to a fiftieth.
   */
  readonly maxRatio: number
  /** With more open sockets, connections are closed after the response instead of kept. */
  readonly maxSockets: number
}

export const defaultLimits: Limits = {
  maxRedirects: 10,
  maxHeaderBytes: 32 * 1024,
  maxWireBytes: 10_000_000,
  maxBytes: 10_000_000,
  maxRatio: 100,
  maxSockets: 256,
}
