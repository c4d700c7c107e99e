/** Keys are hex in the code, where they are compared and printed, and bytes in the tables, where there are many. */
export const toBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
