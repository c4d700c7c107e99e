/** Time-outs for the parts of a request. */
export interface Timeouts {
  readonly connectMs: number
  readonly headersMs: number
  /** The longest pause inside a body. */
  readonly stallMs: number
  /** From the first packet to the last byte, redirects included: ends a slow drip too. */
  readonly totalMs: number
}

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

/** Divides one overall time-out: a host that does not even connect is given up early. */
export function timeoutsWithin(totalMs: number): Timeouts {
  return {
    connectMs: Math.min(10_000, totalMs / 2),
    headersMs: totalMs,
    stallMs: Math.min(10_000, totalMs / 2),
    totalMs,
  }
}
